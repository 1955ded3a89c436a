/**
 * @module A device with two cameras whose pictures differ in size, and two speakers that count what they play.
 * `two-cameras-device.ts --directory DIR --product P --device D --service URL`
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CountingAudioSink,
  createDevice,
  openClip,
  SharedSource,
  type FrameProducer,
  type MediaCodec,
} from '@longwire/device';
import { DEVICE_FLAGS, deviceOptions, serve } from '../harness/sdk-device.ts';
import { ROOT } from '../harness/paths.ts';

const FRAME_MS = 1000 / 15;
const ACCESS_UNIT_DELIMITER = Buffer.from([0, 0, 0, 1, 9]);
/** The start code, and the header of a sequence parameter set that pictures refer to. */
const SEQUENCE_PARAMETERS = Buffer.from([0, 0, 1, 0x67]);

const H264: MediaCodec = {
  kind: 'video',
  name: 'H264',
  clockRate: 90_000,
  parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
};

/** The access units of an Annex B stream that has delimiters. */
function accessUnits(stream: Buffer): readonly Buffer[] {
  const starts: number[] = [];
  let at = stream.indexOf(ACCESS_UNIT_DELIMITER);
  while (at >= 0) {
    starts.push(at);
    at = stream.indexOf(ACCESS_UNIT_DELIMITER, at + 1);
  }
  return starts.map((start, index) => stream.subarray(start, starts[index + 1]));
}

/** Whether a decoder can start here: its parameters come before the picture. */
function hasParameters(unit: Buffer): boolean {
  return unit.includes(SEQUENCE_PARAMETERS);
}

/** Repeats a raw stream for as long as it has viewers. */
function looped(file: string): FrameProducer {
  const units = accessUnits(readFileSync(file)).map((data) => ({ data, isKeyframe: hasParameters(data) }));
  return {
    codec: H264,
    start: (output) => {
      let count = 0;
      const timer = setInterval(() => {
        const unit = units[count % units.length];
        count += 1;
        if (unit !== undefined) output.frame({ ...unit, timeMs: performance.now() });
      }, FRAME_MS);
      return () => clearInterval(timer);
    },
  };
}

const { values } = parseArgs({ options: DEVICE_FLAGS });
const device = createDevice(await deviceOptions(values));
const { video } = await openClip(join(ROOT, 'apps/demo/assets/clip.mp4'));
if (video !== undefined) device.addTrack('garden', video);
device.addTrack('kitchen', new SharedSource(looped(join(ROOT, 'e2e/assets/deployed-camera.h264'))));
const [intercom, siren] = [new CountingAudioSink(), new CountingAudioSink()];
device.addSink('intercom', intercom).addSink('siren', siren);
device.get('/heard', () => ({ intercom: intercom.counts.packets, siren: siren.counts.packets }));
await serve(device, values.service);
