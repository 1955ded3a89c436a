/** @module A service and a device whose process is stopped: their sockets are half open, and the other end notices. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLogger } from '@longwire/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Agent } from '../../packages/device/src/agent/agent.ts';
import { generatePrivateKey, identityOf } from '../../packages/device/src/identity/identity-key.ts';
import { startDevice } from '../harness/device.ts';
import { PRODUCT_ID, Service } from '../harness/service.ts';

/** When the device takes the service for silent, in milliseconds. Reason: a busy machine pings half a second late. */
const SILENCE_MS = 3_000;

// Reason: a test starts three processes, which takes a busy machine 40 s.
vi.setConfig({ testTimeout: 180_000 });

async function startService(): Promise<Service> {
  const nodeOptions = ['--import', './e2e/peers/quick-pings.ts'];
  const folder = mkdtempSync(join(tmpdir(), 'longwire-stopped-'));
  writeFileSync(join(folder, 'index.html'), '');
  const service = await Service.start({ console: folder, nodeOptions });
  onTestFinished(async () => {
    service.child.signal('SIGCONT');
    await service.stop();
    rmSync(folder, { recursive: true });
  });
  return service;
}

test('a device notices within its limit that the service is stopped, and is attached again soon after it runs', async () => {
  const service = await startService();
  const identity = identityOf(generatePrivateKey());
  await service.addDevice('de-1', identity.fingerprint);
  const agent = new Agent({
    service: service.webSocketUrl,
    productId: PRODUCT_ID,
    deviceId: 'de-1',
    key: identity.key,
    logger: silentLogger,
    silenceTimeoutMs: SILENCE_MS,
  });
  onTestFinished(() => agent.close());
  const next = async (name: 'attached' | 'detached'): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const off = agent.on(name, () => resolve(performance.now()));
    const atMs = await promise;
    off();
    return atMs;
  };
  const attached = next('attached');
  agent.start();
  // It stays attached while it is pinged.
  await attached;
  const lost = next('detached');
  const early = await Promise.race([lost, delay(2 * SILENCE_MS, 'none')]);
  expect(early).toBe('none');
  const stoppedMs = performance.now();
  service.child.signal('SIGSTOP');
  // TCP alone would notice after minutes.
  expect((await lost) - stoppedMs).toBeLessThan(SILENCE_MS + 10_000);
  const again = next('attached');
  service.child.signal('SIGCONT');
  await again;
});

test('the service notices after two pings that a device is stopped, and has it again soon after it runs', async () => {
  const service = await startService();
  const { child } = await startDevice(service, 'longwire');
  onTestFinished(async () => {
    child.signal('SIGCONT');
    await child.stop();
  });
  const noticed = service.child.nextLine(/peer does not answer pings/u, 10_000);
  const again = child.nextLine(/ attached to /u, 30_000);
  child.signal('SIGSTOP');
  await noticed;
  child.signal('SIGCONT');
  expect(await again).toHaveLength(1);
});
