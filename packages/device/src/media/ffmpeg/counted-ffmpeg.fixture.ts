/** @module An ffmpeg that writes down each process it is started as, and files for it to play. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

/** For tests that start several programs. Reason: a busy machine starts one in seconds. */
export const PROGRAM_TIMEOUT = { testTimeout: 90_000, hookTimeout: 30_000 } as const;

/** For what a program does. */
export const SOON = { timeout: 20_000 } as const;

/** Quick enough for a test, but for silence: on a busy machine a program is silent for seconds. */
export const TEST_TIMING = {
  graceMs: 100,
  silenceMs: 15_000,
  retryBaseMs: 50,
  retryCapMs: 200,
  steadyMs: 10_000,
} as const;

/** Picture and sound for two seconds, a keyframe every half of one. */
export const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=20:duration=2'] as const;
export const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=8000:duration=2'] as const;
export const H264: readonly string[] =
  '-c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 10'.split(' ');

/** A folder of its own for a test file, ended with `remove`. */
export class CountedFfmpeg {
  readonly directory: string = mkdtempSync(join(tmpdir(), 'longwire-ffmpeg-'));
  readonly path: string = join(this.directory, 'counted-ffmpeg');

  constructor() {
    writeFileSync(this.path, `#!/bin/sh\necho $$ >> '${this.directory}/pids'\nexec ffmpeg "$@"\n`);
    chmodSync(this.path, 0o755);
  }

  /** The ids of all processes that were started, the newest last. */
  get pids(): readonly number[] {
    const file = join(this.directory, 'pids');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
  }

  /** The ids of those that are there, be it as zombies. */
  get alive(): readonly number[] {
    return this.pids.filter((pid) => existsSync(`/proc/${pid}`));
  }

  /** Waits until none of them is there. @throws Error when one stays */
  async allGone(): Promise<void> {
    await vi.waitFor(() => {
      if (this.alive.length > 0) throw new Error(`still running: ${this.alive.join(' ')}`);
    }, SOON);
  }

  /** Has ffmpeg make a file; answers its path. */
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
