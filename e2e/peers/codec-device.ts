/**
 * @module A device on the SDK, in its own process, that shows clips and receives telephone audio: one track for each `--clip NAME=FILE`, by the
 * name of the clip. `codec-device.ts --directory DIR --product P --device D --service URL --clip vp8=/tmp/vp8.webm …`
 */
import { parseArgs } from 'node:util';
import {
  CountingAudioSink,
  createDevice,
  createStderrLogger,
  openClip,
  openRtpSource,
  PCMU_CODEC,
  type AudioSink,
} from '@longwire/device';
import { DEVICE_FLAGS, deviceOptions, serve } from '../harness/sdk-device.ts';

const { values } = parseArgs({
  options: {
    ...DEVICE_FLAGS,
    clip: { type: 'string', multiple: true, default: [] },
    'rtp-port': { type: 'string' },
  },
});

const device = createDevice({
  ...(await deviceOptions(values)),
  logger: createStderrLogger(),
});

for (const each of values.clip) {
  const [name = '', file = ''] = each.split('=');
  const { video, audio } = await openClip(file);
  if (video !== undefined) device.addTrack(name, video);
  if (audio !== undefined) device.addTrack(`${name}-sound`, audio);
}

const { 'rtp-port': rtpPort } = values;
if (rtpPort !== undefined)
  device.addTrack(
    'rtp',
    openRtpSource({
      port: Number(rtpPort),
      codec: { kind: 'video', name: 'VP8', clockRate: 90_000, parameters: '' },
    }),
  );

/** Counts like any sink, but accepts only telephone codecs. */
const counting = new CountingAudioSink();
const telephone: AudioSink = { codecs: [PCMU_CODEC], open: () => counting.open() };
device.addSink('telephone', telephone);
device.get('/talk', () => counting.counts);
await serve(device, values.service);
