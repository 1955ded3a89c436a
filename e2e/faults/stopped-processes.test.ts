/** @module A service and a device whose process is stopped: their sockets are half open, and the other end notices. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLogger } from '@longwire/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { Agent } from '../../packages/device/src/agent/agent.ts';
import { generatePrivateKey, identityOf } from '../../packages/device/src/identity/identity-key.ts';
import { startDevice } from '../harness/device.ts';
import { PRODUCT_ID, Service } from '../harness/service.ts';

/** How often the service pings (quick-pings.ts), in milliseconds. */
const PING_MS = 300;

/** After as many pings as by default, in milliseconds. */
const SILENCE_MS = 2.25 * PING_MS;

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
  const early = await Promise.race([lost, delay(3 * SILENCE_MS, 'none')]);
  expect(early).toBe('none');
  const stoppedMs = performance.now();
  service.child.signal('SIGSTOP');
  // The last ping may have come just before.
  expect((await lost) - stoppedMs).toBeLessThan(SILENCE_MS + PING_MS + 1_000);
  const again = next('attached');
  service.child.signal('SIGCONT');
  await again;
}, 60_000);

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
}, 60_000);
