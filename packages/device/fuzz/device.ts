/**
 * @module The attacked device, as a separate process: strangers have all rights, so that their messages reach as much code as possible.
 * `device.ts --service URL`; errors in the log are lines on stdout that begin with `error `.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CountingAudioSink,
  createDevice,
  createMemoryStore,
  defaultIamConfig,
  openClip,
  silentLogger,
  type LogFields,
} from '@longwire/device';
import { EdgeError } from '@longwire/protocol';
import * as v from 'valibot';
import { generatePrivateKey, identityOf } from '../src/identity/identity-key.ts';

const { values } = parseArgs({ options: { service: { type: 'string', default: '' } } });
const CLIP = join(import.meta.dirname, '../../../apps/demo/assets/clip.mp4');

function printError(event: string, fields: LogFields = {}): void {
  const words = JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? value.stack : value));
  process.stdout.write(`error ${event} ${words}\n`);
}

const device = createDevice({
  signalingServerUrl: values.service,
  productId: 'pr-fuzz',
  deviceId: 'de-fuzz',
  identity: identityOf(generatePrivateKey()),
  store: createMemoryStore(),
  iamConfig: { ...defaultIamConfig, unpairedRole: 'Administrator' },
  bindAddress: '127.0.0.1',
  sessionLimits: { maxSessions: 64, maxSessionsPerToken: 64 },
  logger: { ...silentLogger, error: printError },
  backOff: { baseMs: 10, capMs: 10, refusedFloorMs: 10 },
});

const { video, audio } = await openClip(CLIP);
if (video !== undefined) device.addTrack('camera', video);
if (audio !== undefined) device.addTrack('microphone', audio);
device.addSink('microphone', new CountingAudioSink());
device.use((_, next) => next());
device.get('/probe', () => 'alive', { action: null });
device.get('/lights/:name', ({ params }) => params.name);
device.put('/lights/:name', ({ body }) => body, {
  body: v.object({ isOn: v.boolean(), tags: v.array(v.string()) }),
});
device.post('/echo', ({ payload }) => payload);
const tick = device.get('/tick', () => new Uint8Array(400_000), { observable: true });
setInterval(() => tick.notify(), 100).unref();
device.addStream(7, (stream) => void stream.pipe(stream), { name: 'Echo' });
device.addStream(9, (stream) => void stream.resume(), { name: 'Discard' });
device.on('channel', ({ channel }) => {
  channel.on('text', (text) => {
    try {
      channel.send(text);
    } catch (error) {
      // The other side may have closed it in the meantime.
      if (!(error instanceof EdgeError && error.code === 'ERR_CHANNEL_CLOSED')) throw error;
    }
  });
});
device.on('attached', () => process.stdout.write('attached\n'));
// Ends with its parent process, however that ended.
process.stdin.resume().once('end', () => process.exit(0));
await device.start();
