/** @module A device that behaves like deployed ones (DEPLOYED.md), in its own process: `deployed-device.ts --service URL --product P --device D --key PEM`. */
import { parseArgs } from 'node:util';
import { attach } from './deployed/attachment.ts';
import { Connection } from './deployed/connection.ts';
import { DeviceState } from './deployed/device-state.ts';
import { readIdentity } from './deployed/identity.ts';
import { Camera } from './deployed/tracks.ts';

const { values } = parseArgs({
  options: {
    service: { type: 'string', default: '' },
    product: { type: 'string', default: '' },
    device: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
    password: { type: 'string', default: '' },
    'unbound-token': { type: 'boolean', default: false },
    'working-lists': { type: 'boolean', default: false },
    'own-fingerprints': { type: 'boolean', default: false },
    'refuse-with': { type: 'string' },
    lasting: { type: 'boolean', default: false },
    pcmu: { type: 'boolean', default: false },
  },
});

const refuseWith = values['refuse-with'] === undefined ? undefined : Number(values['refuse-with']);
const state = new DeviceState({
  productId: values.product,
  deviceId: values.device,
  identity: readIdentity(values.key),
  quirks: {
    hasUnboundToken: values['unbound-token'],
    version: values['working-lists'] ? '5.13' : '5.15',
    hasOwnFingerprints: values['own-fingerprints'],
    refuseWith,
    audioCodec: values.pcmu ? 'pcmu' : 'opus',
  },
});
state.users.set('admin', {
  username: 'admin',
  role: 'Administrator',
  password: values.password,
  sct: 'admin-sct',
  fingerprints: [],
});
const camera = new Camera();
const connections = new Map<string, Connection>();

const attachment = await attach({
  serviceUrl: values.service,
  productId: values.product,
  deviceId: values.device,
  identity: state.identity,
  isLasting: values.lasting,
  onMessage: (message) => {
    switch (message.type) {
      case 'session-open': {
        const { session } = message;
        if (refuseWith !== undefined) {
          attachment.send({ type: 'session-close', session, code: refuseWith, reason: 'refused' });
          break;
        }
        const send = (payload: object): void =>
          attachment.send({ type: 'session-message', session, message: JSON.stringify(payload) });
        connections.set(session, new Connection({ state, camera, send }));
        break;
      }
      case 'session-message':
        connections.get(message.session)?.handleMessage(JSON.parse(message.message));
        break;
      case 'session-close':
        console.error(`session closed with ${message.code}`);
        connections.get(message.session)?.close();
        connections.delete(message.session);
        break;
      case 'attached':
      case 'challenge':
      case 'hello':
      case 'prove':
      case 'tokens':
      case 'token-add':
      case 'token-withdraw':
      case 'tokens-kept':
      case 'push':
      case 'push-result':
      case 'session-tokens':
      case 'tokens-revoked':
        console.error(`unexpected ${message.type}`);
        break;
    }
  },
});
console.log(`deployed-device attached to ${values.service} as ${values.product}/${values.device}`);
process.on('SIGTERM', () => {
  for (const session of connections.keys()) {
    attachment.send({ type: 'session-close', session, code: 1000, reason: 'device closed' });
  }
  setImmediate(() => process.exit(0));
});
