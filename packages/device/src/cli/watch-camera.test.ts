/** @module `motion = true` of a camera: movement is in the list of events of a real device. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { SOON } from '../media/ffmpeg/counted-ffmpeg.fixture.ts';
import { scene, WALKING } from '../media/motion/scene.fixture.ts';
import { DeviceRig } from './device-rig.fixture.ts';
import { PROCESS_TIMEOUT, Running } from './process.fixture.ts';

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
