/** @module Tabs that stand still, as they do while a machine sleeps: nothing of their pages runs, and their peers hear nothing. */
import type { Browser, BrowserContext } from '@playwright/test';
import { rendererPids } from './renderers.ts';

/** The tabs of a browser; whoever freezes them has to thaw them, or nothing of them ends. */
export class FrozenTabs {
  readonly #browser: Browser;
  #stopped: readonly number[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Reason: the protocol's own lifecycle `frozen` stops no WebRTC, and none of it in headless Chromium. */
  async freeze(): Promise<void> {
    this.#stopped = await rendererPids(this.#browser);
    for (const pid of this.#stopped) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#stopped) signal(pid, 'SIGCONT');
    this.#stopped = [];
  }
}

/** A fixture: what is left frozen when a test fails is thawed before its context is closed. */
export async function useFrozenTabs(
  { context }: { readonly context: BrowserContext },
  use: (tabs: FrozenTabs) => Promise<void>,
): Promise<void> {
  const browser = context.browser();
  if (browser === null) throw new Error('a browser of the context expected');
  const tabs = new FrozenTabs(browser);
  await use(tabs);
  tabs.thaw();
}

/** Renderers of pages that were closed end when they like: one that is gone needs no signal. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
