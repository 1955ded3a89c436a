/** @module A camera that does not answer is probed repeatedly, by one ffprobe at a time. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@longwire/protocol';
import { afterAll, expect, test } from 'vitest';
import { Camera } from './camera.ts';
import { TEST_TIMING } from './counted-ffmpeg.fixture.ts';

const directory = mkdtempSync(join(tmpdir(), 'longwire-camera-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('runs one ffprobe at a time, however often both tracks report a changed camera', async () => {
  const ffprobePath = join(directory, 'ffprobe');
  const [running, log] = [join(directory, 'running'), join(directory, 'log')];
  const body = `mkdir '${running}' || echo beside >> '${log}'\nsleep 0.1\necho asked >> '${log}'\nrmdir '${running}'`;
  writeFileSync(ffprobePath, `#!/bin/sh\n${body}\nexit 1\n`);
  chmodSync(ffprobePath, 0o755);
  const camera = new Camera({
    name: 'door',
    source: { input: 'rtsp://127.0.0.1:9/x' },
    tracks: ['video', 'audio'],
    transcode: undefined,
    ffmpegPath: 'false',
    ffprobePath,
    logger: silentLogger,
    timing: TEST_TIMING,
  });
  try {
    for (let count = 0; count < 3; count += 1) camera.open();
    const asked = (): readonly string[] =>
      existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    await expect.poll(() => asked().length).toBeGreaterThan(3);
    camera.open();
    await expect.poll(() => asked().length).toBeGreaterThan(6);
    expect(new Set(asked())).toEqual(new Set(['asked']));
  } finally {
    camera.close();
  }
});
