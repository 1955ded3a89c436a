/** @module `motion = true` of a camera: movement is in the list of events of a real device. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { silentLogger } from '@longwire/protocol';
import { imageFormatOf, type DeviceNotification } from '../activity/notification.ts';
import { SOON } from '../media/ffmpeg/counted-ffmpeg.fixture.ts';
import { scene, WALKING } from '../media/motion/scene.fixture.ts';
import { DeviceRig } from './device-rig.fixture.ts';
import { PROCESS_TIMEOUT, Running } from './process.fixture.ts';
import { watchCamera } from './watch-camera.ts';

const rig = DeviceRig.use();

let running: Running | undefined;
afterEach(async () => {
  await running?.stop('SIGKILL');
});

test(
  'a figure that walks past a camera is a line of the list, under the name of the camera',
  PROCESS_TIMEOUT,
  async () => {
    const { directory, files } = rig.device;
    spawnSync('ffmpeg', ['-v', 'error', '-y', ...scene(WALKING), join(directory, 'garden.mp4')]);
    const camera = '[[camera]]\nname = "garden"\ntitle = "Garden"\ninput = "garden.mp4"\nmotion = true\n';
    await appendFile(files.config, camera);
    await rig.register();
    running = Running.device('run', '--directory', directory);
    await vi.waitFor(() => {
      expect(JSON.parse(readFileSync(files.events, 'utf8'))).toMatchObject({
        events: [{ type: 'notification', kind: 'motion', title: 'Garden', body: 'Movement' }],
      });
    }, SOON);
    expect(await running.stop()).toBe(0);
  },
);

test('the notification has a picture of the moment', PROCESS_TIMEOUT, async () => {
  const { directory } = rig.device;
  spawnSync('ffmpeg', ['-v', 'error', '-y', ...scene(WALKING), join(directory, 'garden.mp4')]);
  const notified: DeviceNotification[] = [];
  const off = { transcode: false, audio: false, keepWarm: false } as const;
  const input = { kind: 'ffmpeg', inputs: ['garden.mp4'], inputOptions: [], motion: true, ...off } as const;
  const stop = watchCamera(
    { notify: (notification) => void notified.push(notification) },
    { name: 'garden', input },
    { directory, logger: silentLogger },
  );
  await vi.waitFor(() => expect(notified).toHaveLength(1), SOON);
  stop();
  expect(notified).toEqual([
    { kind: 'motion', title: 'garden', body: 'Movement', image: expect.any(Uint8Array) },
  ]);
  expect(notified.every((each) => imageFormatOf(each.image ?? new Uint8Array()) === 22)).toBe(true);
});
