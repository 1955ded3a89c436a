/// <reference types="node" />
/** @module The example of README.md compiles and runs. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { encodeCbor } from './cbor/index.ts';
import {
  ContentFormat,
  encodeRequest,
  encodeSignalingMessage,
  parsePairingLink,
  parseRequest,
  parseSignalingMessage,
} from './index.ts';

function example(): { parsed: unknown; request: string } {
  const link = parsePairingLink('https://console.example/#p=pr-1&d=de-1&u=ann&sct=token');
  const login = encodeSignalingMessage({
    kind: 'login',
    productId: link.productId,
    deviceId: link.deviceId,
    sct: link.sct ?? '',
  });
  const parsed = parseSignalingMessage(login);
  const body = encodeCbor({ Username: link.username ?? '' });
  const request = encodeRequest({
    requestId: '1',
    method: 'POST',
    path: '/iam/users',
    contentFormat: ContentFormat.cbor,
    payload: body,
  });
  return { parsed, request };
}

test('the tested example is the one in README.md', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const block = /```ts\n(.*?)```/su.exec(readme)?.[1] ?? 'no example';
  const source = await readFile(new URL(import.meta.url), 'utf8');
  expect(source).toContain(block.replaceAll(/^(?=.)/gmu, '  '));
});

test('the example in README.md runs', () => {
  const { parsed, request } = example();
  expect(parsed).toEqual({
    ok: true,
    value: { kind: 'login', productId: 'pr-1', deviceId: 'de-1', sct: 'token' },
  });
  expect(parseRequest(request)).toMatchObject({ ok: true, value: { path: '/iam/users', contentFormat: 60 } });
});
