/**
 * @module A device with stream services, in its own process.
 * `stream-device.ts --directory DIR --product P --device D --service URL --tcp-port N --files DIR`
 */
import { parseArgs } from 'node:util';
import {
  createDevice,
  createStderrLogger,
  defaultIamConfig,
  fileDownload,
  shell,
  tcpTunnel,
} from '@longwire/device';
import { DEVICE_FLAGS, deviceOptions, serve } from '../harness/sdk-device.ts';

const { values } = parseArgs({
  options: {
    ...DEVICE_FLAGS,
    'tcp-port': { type: 'string', default: '' },
    files: { type: 'string', default: '' },
  },
});

const device = createDevice({
  ...(await deviceOptions(values)),
  logger: createStderrLogger(),
  iamConfig: {
    ...defaultIamConfig,
    policies: [
      ...defaultIamConfig.policies,
      { id: 'Tunnel', statements: [{ effect: 'Allow', actions: ['Stream:web'], conditions: [] }] },
    ],
    roles: [
      ...defaultIamConfig.roles,
      { id: 'Tunneller', policies: ['Connect', 'Tunnel'] },
      { id: 'Caretaker', policies: ['Pairing', 'Connect', 'OwnUser'] },
    ],
  },
});

const tunnel = tcpTunnel({ host: '127.0.0.1', port: Number(values['tcp-port']) });
device.addStream(80, tunnel, { name: 'web' });
device.addStream(22, tunnel, { name: 'ssh' });
device.addStream(21, fileDownload({ root: values.files }), { name: 'files' });
device.addStream(23, shell({ command: '/bin/sh' }), { name: 'shell' });
device.get('/open-streams', () => ({
  count: process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length,
}));
// A new one after each restart.
device.get('/process', () => ({ pid: process.pid }), { observable: true });
await serve(device, values.service);
