/** @module The system clock of one process, set by a test: libfaketime reads how far it is off from a file, again at each look at the clock. */
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Debian has a folder for each architecture. */
const LIBRARIES = '/usr/lib';
const LIBRARY = 'faketime/libfaketime.so.1';

/** A clock. */
export class SetClock {
  /** The variables of the process whose clock it is. */
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;

  /** Its file is in `folder`. @throws Error without libfaketime */
  constructor(folder: string) {
    this.#file = join(folder, 'clock');
    const found = readdirSync(LIBRARIES)
      .map((name) => join(LIBRARIES, name, LIBRARY))
      .find((path) => existsSync(path));
    if (found === undefined) throw new Error('libfaketime is missing (apt-get install faketime)');
    this.env = {
      LD_PRELOAD: found,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      // Elapsed times are right on a machine whose clock is wrong.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets it ahead by a number of days, or back. */
  async set(days: number): Promise<void> {
    await writeFile(this.#file, `${days < 0 ? '' : '+'}${days}d`);
  }
}
