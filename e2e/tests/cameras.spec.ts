/** @module A real network camera (RTSP) seen and heard in a real browser: one process for all viewers, failures reported and recovered from; audio from the browser. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Device } from '../harness/device.ts';
import { EncodingCamera } from '../harness/encoding-camera.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { CAMERA_DEVICE } from '../harness/paths.ts';
import { RtspCamera, type CameraSound, type RtspCameraOptions } from '../harness/rtsp-camera.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

const VIDEO = 'door-video';
const AUDIO = 'door-audio';

// Reason: each test starts a camera server, a device and several ffmpeg processes, and some wait twice until the device has found its camera.
test.setTimeout(90_000);

interface CameraFixtures {
  readonly directory: string;
  readonly createCamera: (options?: Partial<RtspCameraOptions>) => Promise<RtspCamera>;
  readonly encodingCamera: EncodingCamera;
  readonly startTarget: (...args: readonly string[]) => Promise<Device>;
  readonly connectViewer: (target: Device, page?: Page) => Promise<TestClient>;
}

const cameraTest = test.extend<CameraFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  directory: async ({}, use) => {
    using directory = mkdtempDisposableSync(join(tmpdir(), 'longwire-cameras-'));
    await use(directory.path);
  },
  createCamera: async ({ directory }, use) => {
    const cameras: RtspCamera[] = [];
    await use(async (options) => {
      const camera = await RtspCamera.create({ directory, sound: 'aac', ...options });
      cameras.push(camera);
      return camera;
    });
    for (const camera of cameras) await camera.switchOff();
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  encodingCamera: async ({}, use) => {
    const camera = new EncodingCamera('-c:v libx264 -preset ultrafast -tune zerolatency');
    await use(camera);
    camera.switchOff();
  },
  startTarget: async ({ shared, start }, use) => {
    await use(
      async (...args) => await start.device(shared.service, 'longwire', { main: CAMERA_DEVICE, args }),
    );
  },
  connectViewer: async ({ openPage, shared }, use) => {
    await use(async (target, page) => {
      const options = optionsFor(target, shared.service.webSocketUrl);
      const client = await TestClient.create(page ?? (await openPage()), options);
      await client.connect();
      await client.logInAsAdmin(target);
      return client;
    });
  },
});

/** Waits until the device knows its camera's formats. */
async function reached(client: TestClient): Promise<void> {
  const codecs = async (): Promise<unknown> => (await client.requestJson('GET', '/health/door')).json;
  await expect.poll(codecs, { timeout: 20_000 }).toMatchObject({ health: { kind: 'ok' } });
  await expect.poll(async () => JSON.stringify(await codecs()), { timeout: 20_000 }).toContain('H264');
}

/** Two points of the picture, left and right, as red, green and blue. */
async function colours(client: TestClient): Promise<number[][]> {
  return await client.page.evaluate(() => {
    const video = document.querySelector('video');
    const context = new OffscreenCanvas(320, 240).getContext('2d');
    if (video === null || context === null) throw new Error('the page has no video');
    context.drawImage(video, 0, 0, 320, 240);
    return [80, 240].map((x) => Array.from(context.getImageData(x, 160, 1, 1).data.subarray(0, 3)));
  });
}

/** Asserts that the picture is the camera's: red on the left, blue on the right, and moving. */
async function expectCameraPicture(client: TestClient): Promise<void> {
  await expectMovingPicture(client, VIDEO);
  const [left = [], right = []] = await colours(client);
  expect(left[0]).toBeGreaterThan(180);
  expect(left[2]).toBeLessThan(80);
  expect(right[0]).toBeLessThan(80);
  expect(right[2]).toBeGreaterThan(180);
}

/** The device's messages about its tracks. */
async function messages(client: TestClient): Promise<(string | undefined)[]> {
  return (await client.events()).flatMap((event) =>
    event.type === 'warning' ? [event.error.deviceMessage] : [],
  );
}

/** How many ffmpeg processes read this address. */
function readers(camera: RtspCamera): number {
  const lines = execFileSync('ps', ['-eo', 'args']).toString().split('\n');
  return lines.filter((line) => line.startsWith('ffmpeg ') && line.includes(camera.address())).length;
}

/** The names of the device's log events about its cameras' states. */
function events(target: Device): readonly string[] {
  return [
    ...target.child.log.matchAll(/camera\.(?:found|unchanged|started|stopped|failed|ffmpeg-warned)/gu),
  ].map(([event]) => event);
}

for (const sound of ['aac', 'opus', 'pcmu'] satisfies CameraSound[]) {
  cameraTest(
    `H.264 with ${sound}: the colours are right, the picture moves, the tone is heard`,
    async ({ createCamera, startTarget, connectViewer }) => {
      const camera = await createCamera({ sound });
      await camera.switchOn();
      const viewer = await connectViewer(await startTarget('--camera', `door=${camera.address()}`));
      await reached(viewer);
      expect(await viewer.requestTracks(VIDEO, AUDIO)).toBe(201);
      await expectCameraPicture(viewer);
      await expect.poll(async () => await viewer.soundLevel(AUDIO)).toBeGreaterThan(0.03);
    },
  );
}

cameraTest(
  'a camera that stops is reported, and its picture returns on the same connection',
  async ({ createCamera, startTarget, connectViewer }) => {
    const camera = await createCamera();
    await camera.switchOn();
    const viewer = await connectViewer(await startTarget('--camera', `door=${camera.address()}`));
    await reached(viewer);
    expect(await viewer.requestTracks(VIDEO)).toBe(201);
    await expectCameraPicture(viewer);
    await camera.switchOff();
    await expect
      .poll(async () => (await messages(viewer)).join(' '), { timeout: 15_000 })
      .toMatch(/The camera (?:does not answer|has ended its stream)\. Trying again\./u);
    await camera.switchOn();
    await reached(viewer);
    await expectCameraPicture(viewer);
    expect(await viewer.state()).toBe('connected');
  },
);

cameraTest(
  'a camera that switches from H.264 to VP8 while it is watched keeps moving on the same connection',
  async ({ encodingCamera, startTarget, connectViewer }) => {
    const viewer = await connectViewer(
      await startTarget('--camera', `door=${await encodingCamera.switchOn()}`),
    );
    await reached(viewer);
    expect(await viewer.requestTracks(VIDEO)).toBe(201);
    await expectMovingPicture(viewer, VIDEO);
    encodingCamera.encodeAs('-c:v libvpx -deadline realtime -b:v 300k');
    const health = async (): Promise<unknown> => (await viewer.requestJson('GET', '/health/door')).json;
    await expect.poll(health, { timeout: 20_000 }).toEqual({ codecs: ['VP8'], health: { kind: 'ok' } });
    await expectMovingPicture(viewer, VIDEO);
    expect(await viewer.state()).toBe('connected');
  },
);

cameraTest(
  'a camera that is off at the start is reported, and can be watched once it is on',
  async ({ createCamera, startTarget, connectViewer }) => {
    const camera = await createCamera();
    const viewer = await connectViewer(await startTarget('--camera', `door=${camera.address()}`));
    const health = async (): Promise<unknown> => (await viewer.requestJson('GET', '/health/door')).json;
    const message = 'The camera does not answer. Trying again.';
    await expect.poll(health).toEqual({ codecs: [], health: { kind: 'failing', message } });
    await camera.switchOn();
    await reached(viewer);
    expect(await viewer.requestTracks(VIDEO)).toBe(201);
    await expectCameraPicture(viewer);
  },
);

/** The command lines of all running programs of this name. */
function programsNamed(name: string): readonly string[] {
  const { stdout } = spawnSync('ps', ['-ww', '-C', name, '-o', 'args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

cameraTest(
  'the right camera password shows the picture, a wrong one is reported, and neither is logged',
  async ({ createCamera, startTarget, connectViewer }) => {
    const camera = await createCamera({ user: 'viewer', password: 'canary-right' });
    await camera.switchOn();
    const target = await startTarget(
      '--camera',
      `door=${camera.address()}`,
      '--camera',
      `gate=${camera.address('viewer:canary-wrong@')}`,
    );
    const viewer = await connectViewer(target);
    await reached(viewer);
    expect(await viewer.requestTracks(VIDEO)).toBe(201);
    await expectCameraPicture(viewer);
    // Any user of the machine can read them.
    const running = programsNamed('ffmpeg');
    expect(running.length).toBeGreaterThan(0);
    expect(running.filter((command) => command.includes('canary-right'))).toEqual([]);
    const message = 'The camera refuses the user name or the password.';
    await expect
      .poll(async () => (await viewer.requestJson('GET', '/health/gate')).json)
      .toEqual({ codecs: [], health: { kind: 'failing', message } });
    expect(target.child.log).toContain('camera.probe-failed');
    expect(target.child.log).not.toContain('canary');
  },
);

cameraTest(
  'two viewers share one process, which ends with the last of them',
  async ({ createCamera, startTarget, connectViewer }) => {
    const camera = await createCamera();
    await camera.switchOn();
    const target = await startTarget('--camera', `door=${camera.address()}`);
    expect(readers(camera)).toBe(0);
    const viewers = [await connectViewer(target), await connectViewer(target)];
    for (const viewer of viewers) {
      await reached(viewer);
      expect(await viewer.requestTracks(VIDEO, AUDIO)).toBe(201);
      await expectCameraPicture(viewer);
    }
    expect(readers(camera)).toBe(1);
    await viewers[0]?.close();
    await viewers[1]?.nextFrame(VIDEO);
    expect(readers(camera)).toBe(1);
    await viewers[1]?.close();
    await expect.poll(() => readers(camera), { timeout: 10_000 }).toBe(0);
  },
);

cameraTest(
  'a restarted device offers a camera by its stored probe, and starts ffmpeg once, at the login',
  async ({ createCamera, startTarget, connectViewer, directory }) => {
    const camera = await createCamera();
    await camera.switchOn();
    const args = ['--camera', `door=${camera.address()}`, '--probes', directory];
    const first = await startTarget(...args);
    await expect.poll(() => events(first), { timeout: 20_000 }).toContain('camera.found');
    await expect.poll(() => existsSync(join(directory, 'door.probe'))).toBe(true);
    const target = await startTarget(...args);
    await expect.poll(() => events(target), { timeout: 20_000 }).toContain('camera.unchanged');
    expect(events(target)).toEqual(['camera.found', 'camera.unchanged']);
    const viewer = await connectViewer(target);
    await expect.poll(() => readers(camera)).toBe(1);
    expect(await viewer.requestTracks(VIDEO)).toBe(201);
    await expectCameraPicture(viewer);
    expect(events(target)).toEqual(['camera.found', 'camera.unchanged', 'camera.started']);
  },
);

cameraTest(
  'a camera that is kept warm is read before the login, and its picture comes from the same process',
  async ({ createCamera, startTarget, connectViewer }) => {
    const camera = await createCamera();
    await camera.switchOn();
    const target = await startTarget('--camera', `door=${camera.address()}`, '--keep-warm');
    await expect.poll(() => readers(camera), { timeout: 20_000 }).toBe(1);
    const viewer = await connectViewer(target);
    expect(await viewer.requestTracks(VIDEO)).toBe(201);
    await expectCameraPicture(viewer);
    expect(events(target)).toEqual(['camera.found', 'camera.started']);
  },
);

cameraTest(
  "a browser without H.264 gets VP8 from a second process, while another gets the camera's own format",
  async ({ createCamera, startTarget, connectViewer, openPage }) => {
    const camera = await createCamera();
    await camera.switchOn();
    const target = await startTarget('--camera', `door=${camera.address()}`, '--transcode', 'VP8');
    const page = await openPage();
    await page.evaluate(() => {
      // oxlint-disable-next-line unbound-method -- it is called with its connection, below
      const { setRemoteDescription } = RTCPeerConnection.prototype;
      RTCPeerConnection.prototype.setRemoteDescription = async function refuseH264(
        this: RTCPeerConnection,
        description: RTCSessionDescriptionInit,
      ): Promise<void> {
        await Reflect.apply(setRemoteDescription, this, [description]);
        const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? [];
        for (const transceiver of this.getTransceivers())
          if (transceiver.receiver.track.kind === 'video')
            transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType !== 'video/H264'));
      };
    });
    const [without, usual] = [await connectViewer(target, page), await connectViewer(target)];
    for (const viewer of [usual, without]) {
      await reached(viewer);
      expect(await viewer.requestTracks(VIDEO)).toBe(201);
      await expectCameraPicture(viewer);
    }
    expect(readers(camera)).toBe(2);
    expect(target.child.log).toContain('camera.transcode-enabled');
  },
);

cameraTest(
  'audio from the microphone arrives in a file, decodable and loud',
  async ({ createCamera, startTarget, connectViewer, directory }) => {
    const camera = await createCamera();
    const target = await startTarget('--camera', `door=${camera.address()}`, '--talks', directory);
    const viewer = await connectViewer(target);
    await viewer.talk('talk');
    const talks = (): string[] => readdirSync(directory).filter((name) => name.endsWith('.ogg'));
    const size = (): number => talks().reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
    await expect.poll(size, { timeout: 15_000 }).toBeGreaterThan(15_000);
    await viewer.close();
    const file = join(directory, talks()[0] ?? '');
    const args = ['-hide_banner', '-i', file, '-af', 'volumedetect', '-f', 'null', '-'];
    const { stderr, status } = spawnSync('ffmpeg', args);
    expect(status).toBe(0);
    const [, maxDb] = /max_volume: (-?[\d.]+) dB/u.exec(stderr.toString()) ?? [];
    // Silence is -91 dB.
    expect(Number(maxDb)).toBeGreaterThan(-40);
  },
);
