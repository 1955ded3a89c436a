/** @module Devices move between two node processes while clients log in at the previous node. */
import { join } from 'node:path';
import { encodeSignalingMessage, SIGNALING_PATH, SIGNALING_SUBPROTOCOL } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { openRegistry } from '../registry/registry.ts';
import { NodeProcess } from '../test-support/node-process.fixture.ts';
import { TestRedis } from '../../../cluster/src/test-support/redis.fixture.ts';
import { TestDevice } from '../test-support/test-device.fixture.ts';
import { makeIdentity } from '../test-support/test-identity.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { TestSocket } from '../test-support/test-socket.fixture.ts';

const PRODUCT = 'pr-1';
const DAY_MS = 86_400_000;
const DEVICES = 100;
/** Each burst moves every device to the other node; `npm run soak` runs more. */
const BURSTS = Number(process.env['LONGWIRE_BURSTS'] ?? 6);

test('a client that logs in right after its device moved to another node reaches it there', async () => {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await TestRedis.start());
  const directory = stack.use(await makeDirectory());
  const database = join(directory.path, 'registry.db');
  const identity = await makeIdentity();
  const ids = Array.from({ length: DEVICES }, (_, at) => `d${at}`);
  const { value: sct } = await (async () => {
    await using registry = await openRegistry(database);
    await registry.products.add(PRODUCT);
    for (const deviceId of ids)
      await registry.devices.add({ productId: PRODUCT, deviceId, fingerprint: identity.fingerprint });
    return await registry.tokens.add({ productId: PRODUCT, lifetimeMs: DAY_MS });
  })();
  const nodes = await Promise.all([0, 1].map(() => NodeProcess.start(database, redis.url)));
  stack.defer(async () => void (await Promise.all(nodes.map((node) => node.kill()))));
  const urlOf = (at: number): string => nodes[at % nodes.length]?.url ?? '';

  /** The first event after a client's login: a response, or the close code. */
  const login = async (url: string, deviceId: string): Promise<string> => {
    const socket = await TestSocket.open(`${url}${SIGNALING_PATH}`, [SIGNALING_SUBPROTOCOL]);
    socket.sendText(encodeSignalingMessage({ kind: 'login', productId: PRODUCT, deviceId, sct }));
    const first = await Promise.race([
      socket.text().then(() => 'in'),
      socket.closed.then(({ code }) => String(code)),
    ]);
    socket.socket.close(1000);
    return first;
  };

  const attached = new Map<string, TestDevice>();
  const heard: string[] = [];
  for (let burst = 0; burst < BURSTS; burst += 1) {
    const [to, from] = [urlOf(burst), urlOf(burst + 1)];
    const move = async (deviceId: string): Promise<void> => {
      attached.get(deviceId)?.link.socket.close(1000);
      attached.set(deviceId, await TestDevice.attach({ url: to, productId: PRODUCT, deviceId, identity }));
      heard.push(await login(from, deviceId));
    };
    await Promise.all(ids.map(move));
  }
  expect(heard.filter((each) => each !== 'in')).toEqual([]);
  expect(heard).toHaveLength(BURSTS * DEVICES);
}, 600_000);
