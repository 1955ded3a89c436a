/**
 * @module A device on the SDK, in its own process, that tests push to its limits: few session slots, handlers that throw, answers that are too
 * large, garbage collected on demand (`node --expose-gc`). `hard-pressed-device.ts --directory DIR --product P --device D --service URL`
 */
import { parseArgs } from 'node:util';
import { createDevice, openClip } from '@longwire/device';
import { DEVICE_FLAGS, deviceOptions, serve } from '../harness/sdk-device.ts';
import { ROOT } from '../harness/paths.ts';

const { values } = parseArgs({
  options: {
    ...DEVICE_FLAGS,
    'max-sessions': { type: 'string', default: '16' },
    'bind-address': { type: 'string' },
    'oauth-jwks': { type: 'string' },
  },
});

const { 'bind-address': bindAddress, 'oauth-jwks': jwks } = values;
const device = createDevice({
  ...(await deviceOptions(values)),
  sessionLimits: { maxSessions: Number(values['max-sessions']) },
  ...(bindAddress === undefined ? {} : { bindAddress }),
  ...(jwks === undefined ? {} : { oauth: { issuer: 'https://issuer.example', audience: 'gate', jwks } }),
});

/** Larger than any message that a browser accepts. */
const BIG = new Uint8Array(400_000).fill(255);

device.get('/big', () => ({ statusCode: 205, contentFormat: 42, payload: BIG }));
let stored = 0;
device.post('/stored', ({ payload }) => {
  stored += payload?.length ?? 0;
});
device.get('/stored', () => stored);
device.post('/echo', ({ payload = new Uint8Array() }) => ({ statusCode: 201, payload, contentFormat: 42 }));
device.get('/throws', () => {
  throw new Error('handler failed');
});
device.get('/rejects', async () => await Promise.reject(new Error('handler failed')));
device.post('/collect-garbage', async () => {
  if (globalThis.gc === undefined) throw new Error('started without --expose-gc');
  await globalThis.gc({ type: 'major', execution: 'async' });
  return { statusCode: 204 };
});
const { video, audio } = await openClip(`${ROOT}/apps/demo/assets/clip.mp4`);
if (video !== undefined) device.addTrack('frontdoor-video', video);
if (audio !== undefined) device.addTrack('frontdoor-audio', audio);
device.on('channel', ({ channel }) => {
  channel.on('text', (text) => channel.send(text));
  channel.on('bytes', (bytes) => channel.send(bytes));
});
await serve(device, values.service);
