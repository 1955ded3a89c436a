/** @module Uses the built packages as an application that installs them does: without the export condition of this repository. */
import assert from 'node:assert/strict';
import { createCluster } from '@longwire/cluster';
import { createConnection, EdgeError, type Connection } from '@longwire/client';
import { createDevice, type Device } from '@longwire/device';
import { decodeCbor, encodeCbor } from '@longwire/protocol/cbor';
import { DeviceProvider } from '@longwire/react';
import { createService } from '@longwire/signaling';
import { createFakeWorld } from '@longwire/testing';

for (const name of ['client', 'cluster', 'device', 'protocol', 'react', 'signaling', 'testing']) {
  const url = import.meta.resolve(`@longwire/${name}`);
  assert.match(url, /\/dist\/index\.js$/u, `@longwire/${name} expected to load what was built`);
}
assert.throws(
  (): Connection =>
    createConnection({ signalingServerUrl: '', productId: 'pr-1', deviceId: 'de-1', sct: 'token' }),
  (error) => error instanceof EdgeError && error.code === 'ERR_MISSING_OPTIONS',
);
assert.deepEqual({ ...Object(decodeCbor(encodeCbor({ answer: 42 }))) }, { answer: 42 });
const make: (options: Parameters<typeof createDevice>[0]) => Device = createDevice;
for (const exported of [make, createCluster, createService, createFakeWorld, DeviceProvider]) {
  assert.equal(typeof exported, 'function');
}
// The threads of the WebRTC library would keep the process alive.
process.exit(0);
