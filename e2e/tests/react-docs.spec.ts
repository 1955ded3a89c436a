/** @module The documentation of @longwire/react as a reader sees it: plain files, each example used on a dark phone and read on a light desktop. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { build } from 'vite';
import { accessibilityProblems, overflowOf } from '../harness/accessibility.ts';
import { pairingLink } from '../harness/console-page.ts';
import { expectMovingVideo } from '../harness/expect-moving-video.ts';
import { expect, test } from '../harness/fixtures.ts';
import { watchFaults } from '../harness/page-faults.ts';
import { startPageServer, type PageServer } from '../harness/page-server.ts';
import { ROOT } from '../harness/paths.ts';

const DOCS = join(ROOT, 'apps/react-docs');
const EXAMPLES = join(DOCS, 'src/examples');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: 'dark' } as const;
const DESKTOP = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;

/** A session waits a random time before its next attempt, up to 17 s after the third failure. */
const NEXT_TRY_MS = 40_000;

/** A reader's actions on a page, and what is shown. */
class Reader {
  readonly page: Page;
  readonly example: Locator;

  constructor(page: Page) {
    this.page = page;
    this.example = page.locator('.example');
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  async reads(text: string | RegExp): Promise<void> {
    await expect(this.example).toContainText(text, { timeout: NEXT_TRY_MS });
  }

  /** Presses a button after which the example shows this text, if only briefly. */
  async passes(text: string, name: string): Promise<void> {
    const shownTexts = await this.example.evaluateHandle((example) => {
      const texts: string[] = [];
      const note = (): unknown => texts.push(example.textContent ?? '');
      new MutationObserver(note).observe(example, { subtree: true, childList: true, characterData: true });
      return texts;
    });
    await this.press(name);
    await expect.poll(async () => (await shownTexts.jsonValue()).join('\n')).toContain(text);
  }

  async logIn(password: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'User' }).fill('ann');
    await this.page.getByRole('textbox', { name: 'Password' }).fill(password);
    await this.press('Log in');
  }
}

/** How each example is used, by the name of its file. */
const USED: Readonly<Record<string, (reader: Reader) => Promise<void>>> = {
  'device-provider': async (reader) => {
    await reader.reads(/ready.*°C/su);
    await reader.passes('recovering: ERR_', 'Lose the connection');
    await reader.reads(/ready/u);
    const temperature = reader.example.getByText('°C');
    const before = await temperature.innerText();
    await expect(temperature).not.toHaveText(before);
  },
  'use-session-state': async (reader) => {
    await reader.reads('Connected');
    await reader.press('Device without power');
    await reader.reads(/Connection lost, trying again, attempt \d+ \(ERR_/u);
    await reader.press('Device without power');
    await reader.reads('Connected');
    await reader.press('Another device answers');
    await reader.reads(/^Ended \(ERR_/u);
    await reader.press('Another device answers');
    await reader.press('Restart');
    await reader.reads('Connected');
  },
  'use-session': async (reader) => {
    await reader.reads('Connected');
    await reader.press('Device without power');
    await reader.reads('Waiting for the next attempt');
    await reader.passes('Trying …', 'Try now');
    await reader.press('Device without power');
    await reader.reads('Connected');
  },
  'use-identity': async (reader) => {
    await reader.reads(/verified, key [0-9a-f]{8}….*ann/su);
    await reader.passes('not verified', 'Lose the connection');
    await reader.reads(/verified, key [0-9a-f]{8}/u);
  },
  'use-connection-stats': async (reader) => {
    await reader.reads(/direct.*120 ms.*[1-9][\d,.]* kbit\/s/su);
    await reader.press('Device without power');
    await reader.reads('No connection');
  },
  'use-request': async (reader) => {
    await reader.press('On');
    await reader.reads('Answered with 204');
    await reader.press('Forbid the light');
    await reader.press('Off');
    await reader.reads('Answered with 403');
    await reader.press('Forbid the light');
    await reader.press('Device without power');
    await reader.press('Off');
    await reader.reads('Sending …');
    await reader.press('Device without power');
    await reader.reads('Answered with 204');
  },
  'use-observe': async (reader) => {
    await reader.reads('The light is off');
    await reader.press('Press the switch on the wall');
    await reader.reads('The light is on');
    await reader.press('Forbid the light');
    await reader.reads('ERR_OBSERVATION');
    await reader.press('Forbid the light');
    await reader.press('Read again');
    await reader.reads('The light is on');
  },
  'use-me': async (reader) => await reader.reads('ann, Administrator'),
  login: async (reader) => {
    await reader.logIn('battery staple');
    await reader.reads('Refused: ERR_');
    await reader.press('Log in as another user');
    await reader.logIn('correct horse');
    await reader.reads('Hello, ann');
  },
  'use-users': async (reader) => {
    reader.page.once('dialog', (dialog) => void dialog.dismiss());
    await reader.press('Remove cleo');
    reader.page.on('dialog', (dialog) => void dialog.accept());
    await reader.press('Remove ben');
    await expect(reader.example.getByRole('listitem')).toHaveText([/^ann/u, /^cleo/u]);
    await reader.press('Remove ann');
    await reader.reads('Not removed: 403');
  },
  'device-video': async (reader) => {
    await reader.reads('playing');
    await expectMovingVideo(reader.example.locator('video'));
    await reader.press('Sound on');
    const sound = reader.example.locator('audio');
    await expect.poll(async () => await sound.evaluate((audio: HTMLAudioElement) => audio.muted)).toBe(false);
    await expect
      .poll(async () => await sound.evaluate((audio: HTMLAudioElement) => audio.paused))
      .toBe(false);
    await reader.press('Device without power');
    await reader.reads('waiting');
    await expect(reader.example.locator('canvas')).toBeVisible();
    await reader.press('Device without power');
    await reader.reads('playing');
    await expectMovingVideo(reader.example.locator('video'));
  },
  'device-sound': async (reader) => {
    await reader.press('Listen');
    const time = async (): Promise<number> =>
      await reader.example.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
    await expect.poll(time).toBeGreaterThan(0);
  },
  'use-track': async (reader) => {
    await reader.reads('The track is live');
    await expectMovingVideo(reader.example.locator('video'));
    await reader.passes('The track is waiting', 'Lose the connection');
    await reader.reads('The track is live');
    await expectMovingVideo(reader.example.locator('video'));
  },
  'use-tracks': async (reader) => {
    await reader.press('Show Front door');
    await expectMovingVideo(reader.example.locator('video'));
  },
  'use-track-ids': async (reader) => {
    await reader.press('Ask for the video');
    await reader.reads('frontdoor-video: live');
    await reader.press('Ask for one that does not exist');
    await reader.reads('cellar-video: ERR_TRACK');
  },
  'use-stream': async (reader) => {
    await reader.page.getByRole('textbox', { name: 'Say' }).fill('Is anybody there?');
    await reader.press('Send');
    await expect(reader.example.locator('pre')).toHaveText('Is anybody there?\n');
    await reader.press('Lose the connection');
    await reader.example.getByRole('button', { name: /^ERR_.*open again$/u }).click();
    await expect(reader.page.getByRole('textbox', { name: 'Say' })).toBeVisible();
  },
};

let folder: string;
let server: PageServer;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longwire-react-docs-'));
  await build({
    configFile: join(DOCS, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  server = await startPageServer(folder);
});

test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page of the documentation. Returns what must stay empty: errors, and requests to other origins. */
async function open(page: Page, id: string): Promise<() => readonly string[]> {
  const wrong = watchFaults(page, server.url);
  await page.goto(`${server.url}/index.html#/${id}`);
  return () => wrong;
}

test('every example is used by a test', () => {
  const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.tsx'));
  expect(files.map((file) => file.replace('.tsx', '')).toSorted()).toEqual(Object.keys(USED).toSorted());
});

test.describe('on a dark phone', () => {
  test.use(PHONE);

  for (const [id, use] of Object.entries(USED)) {
    test(`${id}: works when used, and contacts no other host`, async ({ page }) => {
      const wrong = await open(page, id);
      await use(new Reader(page));
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(wrong()).toEqual([]);
    });
  }

  test('the table of contents opens, leads to a page, and closes, by keyboard', async ({ page }) => {
    await open(page, '');
    const contents = page.getByRole('button', { name: 'Contents' });
    await contents.press('Enter');
    await page.getByRole('link', { name: 'useObserve' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('useObserve');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(contents).toHaveAttribute('aria-expanded', 'false');
  });
});

test.describe('on a light desktop', () => {
  test.use(DESKTOP);
  // Reason: all pages one after the other, each checked by axe.
  test.setTimeout(180_000);

  test('each page shows the source of its running example; axe finds no violations on any page', async ({
    page,
  }) => {
    const wrong = await open(page, '');
    for (const link of await page.getByRole('navigation').getByRole('link').all()) {
      await link.click();
      const title = await link.innerText();
      await expect(page).toHaveTitle(`${title} · @longwire/react`);
      const [, id = ''] = (await link.getAttribute('href'))?.split('/') ?? [];
      const source = page.getByRole('region', { name: `Source of ${id}.tsx` });
      const file = readFileSync(join(EXAMPLES, `${id}.tsx`), 'utf8');
      expect(await source.locator('pre').textContent()).toBe(file);
      await expect(page.locator('.example')).not.toHaveText(/^…?$/u);
      expect.soft(await accessibilityProblems(page), title).toEqual([]);
      expect.soft(await overflowOf(page), `${title}: overflow`).toBe(0);
    }
    expect(wrong()).toEqual([]);
  });
});

test("the examples run with the reader's own device, by its link", async ({ page, device, shared }) => {
  await open(page, 'use-identity');
  await page.getByText('Use your own device').click();
  await page.getByRole('textbox', { name: /pairing link/u }).fill(pairingLink(shared.service.url, device));
  await page.getByRole('button', { name: 'Run all examples with it' }).click();
  const reader = new Reader(page);
  await reader.reads(`verified, key ${device.fingerprint.slice(0, 8)}`);
  await reader.reads(device.username);
  await page.getByRole('link', { name: 'useRequest' }).click();
  await reader.press('On');
  await reader.reads('Answered with 204');
  await page.getByRole('link', { name: 'DeviceVideo' }).click();
  await expectMovingVideo(reader.example.locator('video'));
});
