/**
 * @module A device on the SDK, in its own process, with cameras through ffmpeg and a file for each talk: tracks `NAME-video` and `NAME-audio`
 * for each `--camera NAME=INPUT`, or `NAME=INPUT INPUT` for streams of several sizes, transcoded with `--transcode CODEC` for viewers that
 * need it, probes stored with `--probes DIR`.
 * `camera-device.ts --directory DIR --product P --device D --service URL --camera door=rtsp://… --talks DIR`
 */
import { parseArgs } from 'node:util';
import { createDevice, createStderrLogger, fileSink, openFfmpegSource } from '@longwire/device';
import { DEVICE_FLAGS, deviceOptions, serve } from '../harness/sdk-device.ts';

const { values } = parseArgs({
  options: {
    ...DEVICE_FLAGS,
    camera: { type: 'string', multiple: true, default: [] },
    transcode: { type: 'string' },
    ffmpeg: { type: 'string', default: 'ffmpeg' },
    talks: { type: 'string', default: '' },
    probes: { type: 'string' },
    'keep-warm': { type: 'boolean', default: false },
  },
});

const logger = createStderrLogger({ level: 'debug' });
const device = createDevice({
  ...(await deviceOptions(values)),
  logger,
});

const { transcode, ffmpeg: ffmpegPath, probes } = values;
const sources = values.camera.map((each) => {
  const split = each.indexOf('=');
  const name = each.slice(0, split);
  const source = openFfmpegSource({
    name,
    input: each.slice(split + 1).split(' '),
    ffmpegPath,
    logger,
    video: transcode === 'VP8' || transcode === 'H264' ? { transcode } : true,
    // Faster than in the field, so that tests need not wait.
    keepWarm: values['keep-warm'],
    ...(probes === undefined ? {} : { probeFile: `${probes}/${name}.probe` }),
    timing: { graceMs: 500, retryBaseMs: 200, retryCapMs: 1_000, silenceMs: 3_000 },
  });
  if (source.video !== undefined) device.addTrack(`${name}-video`, source.video);
  if (source.audio !== undefined) device.addTrack(`${name}-audio`, source.audio);
  device.get(`/health/${name}`, () => ({
    codecs: source.video?.codecs.map((codec) => codec.name),
    health: source.video?.health,
  }));
  return source;
});
if (values.talks !== '') device.addSink('talk', fileSink(`${values.talks}/{time}.ogg`, { logger }));
await serve(device, values.service, () => {
  for (const source of sources) source.close();
});
