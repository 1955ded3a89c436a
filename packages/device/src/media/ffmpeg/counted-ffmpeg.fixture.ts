/** @module For tests: an ffmpeg wrapper that records the id of each process, and media files for it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

/** For tests that start several programs. Reason: a busy machine takes seconds to start one. */
export const PROGRAM_TIMEOUT = { testTimeout: 90_000, hookTimeout: 30_000 } as const;

/** For the actions of a program. */
export const SOON = { timeout: 20_000 } as const;

/** Short for tests, except for silence: on a busy machine a program may be silent for seconds. */
export const TEST_TIMING = {
  graceMs: 100,
  preparedMs: 100,
  silenceMs: 15_000,
  retryBaseMs: 50,
  retryCapMs: 200,
  steadyMs: 10_000,
} as const;

/** Video and audio for two seconds, with a keyframe every half second. */
export const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=20:duration=2'] as const;
export const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=8000:duration=2'] as const;
export const H264: readonly string[] =
  '-c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 10'.split(' ');

/** A temporary directory for a test file; `remove` deletes it. */
export class CountedFfmpeg {
  readonly directory: string = mkdtempSync(join(tmpdir(), 'longwire-ffmpeg-'));
  readonly path: string = join(this.directory, 'counted-ffmpeg');

  constructor() {
    writeFileSync(this.path, `#!/bin/sh\necho $$ >> '${this.directory}/pids'\nexec ffmpeg "$@"\n`);
    chmodSync(this.path, 0o755);
  }

  /** The ids of all started processes, the newest last. */
  get pids(): readonly number[] {
    const file = join(this.directory, 'pids');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
  }

  /** The ids of existing processes, including zombies. */
  get alive(): readonly number[] {
    return this.pids.filter((pid) => existsSync(`/proc/${pid}`));
  }

  /** Waits until all have ended. @throws Error if one keeps running */
  async allGone(): Promise<void> {
    await vi.waitFor(() => {
      if (this.alive.length > 0) throw new Error(`still running: ${this.alive.join(' ')}`);
    }, SOON);
  }

  /** Creates a file with ffmpeg; returns its path. */
  make(name: string, args: readonly string[]): string {
    const file = join(this.directory, name);
    const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, file], { timeout: 60_000 });
    if (status !== 0) throw new Error(stderr.toString());
    return file;
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
