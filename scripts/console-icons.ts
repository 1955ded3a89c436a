/**
 * @module Draws the console's icons from its favicon, in the system's Chromium: `npx -c 'node scripts/console-icons.ts'`. What it makes is
 * committed, so that a build needs no browser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ROOT } from './step.ts';
import { CHROMIUM } from './system-browser.ts';

const PUBLIC = join(ROOT, 'apps/console/public');

interface Icon {
  readonly file: string;
  readonly pixels: number;
  /** Whether the system cuts its own shape out of it: then the ground goes to the edges, and the sign stays in the middle. */
  readonly isFull: boolean;
}

const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', pixels: 192, isFull: false },
  { file: 'icon-512.png', pixels: 512, isFull: false },
  { file: 'icon-maskable-512.png', pixels: 512, isFull: true },
  { file: 'apple-touch-icon.png', pixels: 180, isFull: true },
];

const favicon = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
const [, ground = ''] = /<rect[^>]*fill="(#[0-9a-f]{6})"/u.exec(favicon) ?? [];

const browser = await chromium.launch({ executablePath: await CHROMIUM.ensure() });
for (const { file, pixels, isFull } of ICONS) {
  const page = await browser.newPage({ viewport: { width: pixels, height: pixels } });
  const drawn = isFull ? Math.round(pixels * 0.8) : pixels;
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${isFull ? ground : 'transparent'}}svg{width:${drawn}px}</style>${favicon}`,
  );
  await page.screenshot({ path: join(PUBLIC, file), omitBackground: !isFull });
  await page.close();
}
await browser.close();
