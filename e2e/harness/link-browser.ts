/** @module A browser in a network namespace, and its pages, which need no server. */
import { chmodSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { CHROMIUM } from '../../scripts/system-browser.ts';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';

/** The pages' origin: the browser considers it secure, and Playwright answers its requests. */
export const PAGE_ORIGIN = 'http://localhost';

/** How a browser is started. */
export interface BrowserWithin {
  /** The command that runs it elsewhere, in a network namespace. */
  readonly within: readonly string[];
  /** A folder for the script that starts it. */
  readonly directory: string;
  readonly flags?: readonly string[];
}

export async function launchWithin({
  within,
  directory,
  flags = CHROMIUM_FLAGS,
}: BrowserWithin): Promise<Browser> {
  const program = join(directory, 'chromium');
  writeFileSync(program, `#!/bin/sh\nexec ${[...within, await CHROMIUM.ensure()].join(' ')} "$@"\n`);
  chmodSync(program, 0o755);
  return await chromium.launch({ executablePath: program, args: [...flags] });
}

function typeOf(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript';
  return name.endsWith('.css') ? 'text/css' : 'text/html';
}

/** Answers a page's requests to {@link PAGE_ORIGIN} with the files of a folder. */
export async function answerFor(page: Page, folder: string): Promise<void> {
  await page.route(`${PAGE_ORIGIN}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    await route.fulfill({ contentType: typeOf(name), body: await readFile(join(folder, name)) });
  });
}
