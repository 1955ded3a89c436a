/** @module The browsers of this machine that tests and measurements drive. */
import { findExecutable, isExecutable } from './executable.ts';
import { ensureTools, thisMachine, type Machine, type Tool } from './system-tools.ts';

/** What a browser is called. */
interface BrowserNames {
  /** As people call it. */
  readonly name: string;
  /** The environment variable that names another program than the system's. */
  readonly variable: string;
  /** The names of its program on one system or another. */
  readonly programs: readonly string[];
  /** The Debian package that brings it. */
  readonly package: string;
}

/** A browser of the system. */
export class SystemBrowser implements Tool {
  readonly name: string;
  readonly packages: readonly string[];
  readonly #names: BrowserNames;

  constructor(names: BrowserNames) {
    this.#names = names;
    this.name = `${names.name} (or ${names.variable} set to its path)`;
    this.packages = [names.package];
  }

  /** Its path on this machine, or undefined. */
  find(): string | undefined {
    const named = process.env[this.#names.variable];
    if (named !== undefined) return isExecutable(named) ? named : undefined;
    return findExecutable(this.#names.programs);
  }

  readonly isThere = (): boolean => this.find() !== undefined;

  /**
   * Its path, installed with apt-get where that is possible.
   * @throws Error that names the command to run where it is not.
   */
  async ensure(machine: Machine = thisMachine): Promise<string> {
    await ensureTools([this], machine);
    const found = this.find();
    if (found === undefined) throw new Error(`${this.#names.name} expected to be there after it was found`);
    return found;
  }
}

/** The browser of the measurements, and of the end-to-end tests that need more of it than pages. */
export const CHROMIUM: SystemBrowser = new SystemBrowser({
  name: 'Chromium',
  variable: 'CHROMIUM',
  programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  package: 'chromium',
});

/** The same Chromium reduced to its pages, for most end-to-end tests: it takes half the processor time and runs a third of the processes. */
export const CHROMIUM_SHELL: SystemBrowser = new SystemBrowser({
  name: "Chromium's headless shell",
  variable: 'CHROMIUM_SHELL',
  programs: ['chromium-headless-shell'],
  package: 'chromium-headless-shell',
});

/** The other browser of the end-to-end tests. */
export const FIREFOX: SystemBrowser = new SystemBrowser({
  name: 'Firefox',
  variable: 'FIREFOX',
  programs: ['firefox-esr', 'firefox'],
  package: 'firefox-esr',
});
