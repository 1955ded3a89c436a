/** @module The first picture of a camera without viewers, beside ffmpeg's own. */
import { execFile } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { RtspCamera } from '@longwire/e2e';
import { ensureTools, FFMPEG, RTSP_SERVER } from '../../../../scripts/system-tools.ts';
import { BenchWorld, connectionOptions } from '../../bench-world.ts';
import { inTurns } from '../../in-turns.ts';
import type { Report } from '../../report.ts';

const TIMES = 5;
/** Until the device has stopped a source without viewers, in milliseconds. */
const STOPPED_MS = 8000;

/** Milliseconds until ffmpeg has one packet of a camera's picture and has ended. */
async function firstPacketMs(address: string): Promise<number> {
  const started = performance.now();
  const quick = '-fflags nobuffer -flags low_delay -analyzeduration 1000000 -probesize 1000000'.split(' ');
  const input = ['-v', 'error', '-nostdin', '-rtsp_transport', 'tcp', ...quick, '-i', address];
  await promisify(execFile)('ffmpeg', [...input, '-an', '-c:v', 'copy', '-frames:v', '1', '-f', 'null', '-']);
  return performance.now() - started;
}

/** The viewer is connected before. */
export async function measureNarrowFirstPicture(): Promise<readonly Report[]> {
  await ensureTools([FFMPEG, RTSP_SERVER]);
  await using ends = new AsyncDisposableStack();
  const directory = ends.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-bench-camera-'))).path;
  const camera = await RtspCamera.create({ directory, sound: 'opus' });
  await camera.switchOn();
  ends.defer(async () => await camera.switchOff());
  const world = ends.use(await BenchWorld.start());
  const device = await world.startDevice({ camera: camera.address() });
  const page = await world.openPage(await world.startBarePeer());
  const options = connectionOptions(device.target);
  const picture = async (): Promise<number> =>
    await page.evaluate(async (input) => await window.measurements.watchedPictureMs(input), options);
  // The first one waits until the device has found its camera.
  await picture();
  const runs = await inTurns(TIMES, {
    floor: async () => {
      await delay(STOPPED_MS);
      return await firstPacketMs(camera.address());
    },
    ours: picture,
  });
  return [
    {
      title: 'The first picture of an RTSP camera without viewers',
      floor:
        'one packet of the picture from the same camera by ffmpeg, from its start to its end; on loopback',
      rows: [{ what: 'from watching to the first picture', unit: 'ms', ...runs }],
      why: 'the device asks the camera by ffmpeg as well; the offer and the decoder come on top, and the next keyframe if the first packet is none.',
    },
  ];
}
