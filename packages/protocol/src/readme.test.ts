/// <reference types="node" />
/** @module The example of README.md compiles and runs. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { encodeSignalingMessage, parsePairingLink, parseSignalingMessage } from './index.ts';
import { decodeCbor, encodeCbor } from './cbor/index.ts';

function example(): { parsed: unknown; user: unknown } {
  const link = parsePairingLink('https://console.example/#p=pr-1&d=de-1&u=ann&sct=token');
  const { productId, deviceId, username = '', sct = '' } = link;
  const login = encodeSignalingMessage({ kind: 'login', productId, deviceId, sct });
  const parsed = parseSignalingMessage(login); // { ok: true, value: { kind: 'login', … } }
  const body = encodeCbor({ Username: username });
  const user = decodeCbor(body); // { Username: 'ann' }
  return { parsed, user };
}

test('the tested example is the one in README.md', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [imports = 'no example', body = 'no example'] =
    /```ts\n(.*?)```/su.exec(readme)?.[1]?.split('\n\n') ?? [];
  const source = await readFile(new URL(import.meta.url), 'utf8');
  const local = imports
    .replace("'@longwire/protocol'", "'./index.ts'")
    .replace("'@longwire/protocol/cbor'", "'./cbor/index.ts'");
  expect(source).toContain(local);
  expect(source).toContain(body.replaceAll(/^(?=.)/gmu, '  '));
});

test('the example in README.md runs', () => {
  expect(example()).toEqual({
    parsed: { ok: true, value: { kind: 'login', productId: 'pr-1', deviceId: 'de-1', sct: 'token' } },
    user: { Username: 'ann' },
  });
});
