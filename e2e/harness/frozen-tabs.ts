/** @module Stopped tabs, as during a machine's sleep: nothing of their pages runs, and their peers receive nothing. */
import type { Browser, BrowserContext } from '@playwright/test';
import { rendererPids } from './renderers.ts';

/** The log line of a device that has given up the session of a frozen tab. */
export const SESSION_GIVEN_UP: RegExp =
  / session\.closed .*"reason":"(?:peer (?:disconnected|failed)|negotiation channel closed)"/u;

/** The tabs of a browser. Frozen tabs must be thawed, or they never end. */
export class FrozenTabs {
  readonly #browser: Browser;
  #stopped: readonly number[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Reason: the protocol's lifecycle state `frozen` does not stop WebRTC, and does nothing in headless Chromium. */
  async freeze(): Promise<void> {
    this.#stopped = await rendererPids(this.#browser);
    for (const pid of this.#stopped) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#stopped) signal(pid, 'SIGCONT');
    this.#stopped = [];
  }
}

/** A fixture that thaws tabs a failed test has left frozen, before its context is closed. */
export async function useFrozenTabs(
  { context }: { readonly context: BrowserContext },
  use: (tabs: FrozenTabs) => Promise<void>,
): Promise<void> {
  const browser = context.browser();
  if (browser === null) throw new Error('the context has no browser');
  const tabs = new FrozenTabs(browser);
  await use(tabs);
  tabs.thaw();
}

/** Renderers of closed pages end at any time; one that has ended needs no signal. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
