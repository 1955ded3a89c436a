/** @module The example of README.md is real code. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDevice,
  createStateFile,
  HandlerError,
  loadOrCreateIdentity,
  type Device,
} from '@longwire/device';
import { expect, test } from 'vitest';
import { EMPTY_IAM_STATE } from './iam/iam-state.ts';

async function example(directory: string, report: (words: string) => void): Promise<Device> {
  const device = createDevice({
    signalingServerUrl: 'wss://service.example',
    productId: 'pr-garden',
    deviceId: 'de-gate',
    identity: await loadOrCreateIdentity(`${directory}/identity.pem`),
    store: `${directory}/state.json`,
  });

  const lights = new Map([
    ['path', false],
    ['gate', false],
  ]);

  device.get('/lights/:name', ({ params }) => {
    const isOn = lights.get(params['name'] ?? '');
    if (isOn === undefined) throw new HandlerError(404, 'No such light');
    return { isOn };
  });
  device.put('/lights/:name', (request) => {
    lights.set(request.params['name'] ?? '', request.json() === true);
  });
  device.post('/gate', ({ user }) => `opened for ${user?.Username ?? 'nobody'}`, { action: 'Gate:Open' });
  device.on('attached', () => report('reachable'));
  return device;
}

test("README.md's example makes a device", async () => {
  const directory = await mkdtemp(join(tmpdir(), 'longwire-readme-'));
  try {
    await createStateFile(join(directory, 'state.json'), EMPTY_IAM_STATE);
    const device = await example(directory, () => undefined);
    expect(() => device.get('/lights/:other', () => undefined)).toThrow(
      expect.objectContaining({ code: 'ERR_ROUTE' }),
    );
    await device.close();
  } finally {
    await rm(directory, { recursive: true });
  }
});

const squeeze = (text: string): string => text.replace(/\s|,(?=\s*[\])}])/gu, '');

test('README.md shows the example as it is here', async () => {
  const [source = '', readme = ''] = await Promise.all(
    ['readme.test.ts', '../README.md'].map((name) => readFile(new URL(name, import.meta.url), 'utf8')),
  );
  const [, code = ''] = /```ts\n([\s\S]*?)```/u.exec(readme) ?? [];
  const body = code.slice(code.indexOf('const device'));
  expect(body.length).toBeGreaterThan(500);
  expect(squeeze(source)).toContain(squeeze(body));
});
