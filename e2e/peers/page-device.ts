/**
 * @module A device on the SDK, as a process of its own, with what an existing page may use: a camera with sound, a speaker, a slow handler. `page-device.ts --directory DIR --product P --device D --service URL [--clip FILE]`
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CountingAudioSink, createDevice, createStderrLogger, openClip } from '@longwire/device';
import { DEVICE_FLAGS, deviceOptions, serve } from '../harness/sdk-device.ts';

/** Longer than any default time limit of a client, in milliseconds. */
const SLOW_MS = 12_000;

const { values } = parseArgs({ options: { ...DEVICE_FLAGS, clip: { type: 'string' } } });

const device = createDevice({ ...(await deviceOptions(values)), logger: createStderrLogger() });
const { video, audio } = values.clip === undefined ? {} : await openClip(values.clip);
if (video !== undefined) device.addTrack('frontdoor-video', video);
if (audio !== undefined) device.addTrack('frontdoor-audio', audio);
const speaker = new CountingAudioSink();
device.addSink('frontdoor-audio', speaker);
device.get('/talk', () => speaker.counts);
device.get('/slow', async () => {
  await wait(SLOW_MS);
  return 'at last';
});
await serve(device, values.service);
