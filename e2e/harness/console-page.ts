/** @module The console in a tab, as a person uses it: opened by a pairing link, read by roles and labels. */
import { expect, type Locator, type Page } from '@playwright/test';
import { overflowOf } from './accessibility.ts';
import { sentPaths } from './sent-paths.ts';

export { pairingLink, type LinkParts } from './pairing-link.ts';

/** Time limit for a browser to notice that a device is gone, in milliseconds: it is certain after about ten seconds. */
export const NOTICE_MS = 60_000;

/** Time limit for a first picture, in milliseconds: connection, login and a keyframe, on a machine with other work. */
const PICTURE_MS = 30_000;

/** One tab with the console. */
export class ConsolePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get badge(): Locator {
    return this.page.getByTestId('badge').first();
  }

  get whoAmI(): Locator {
    return this.page.getByTestId('who-am-i');
  }

  get stopScreen(): Locator {
    return this.page.getByTestId('stop-screen');
  }

  /** The notice that is shown while a lost connection is being restored. */
  get recovering(): Locator {
    return this.page.getByTestId('recovering');
  }

  get failure(): Locator {
    return this.page.getByTestId('failure');
  }

  /** The box of the video, which reports the state of the picture. */
  get video(): Locator {
    return this.page.getByTestId('video-frontdoor-video');
  }

  /** Asserts that the video is rendered and changes, by reading its pixels. */
  async expectMovingPicture(trackId: string = 'frontdoor-video'): Promise<void> {
    const box = this.page.getByTestId(`video-${trackId}`);
    await expect(box).toHaveAttribute('data-phase', 'playing', { timeout: PICTURE_MS });
    const first = await nextFrame(box);
    await expect
      .poll(async () => {
        const next = await nextFrame(box);
        return next.filter((value, index) => Math.abs(value - (first[index] ?? value)) > 12).length;
      })
      .toBeGreaterThan(2);
  }

  /** Opens the menu of a tile, of the first one by default, and presses an entry. */
  async more(entry: string | RegExp, tile: Page | Locator = this.page): Promise<void> {
    await tile.getByRole('button', { name: 'More actions', exact: true }).first().click();
    await this.page.locator('.lw-tile-menu').getByRole('button', { name: entry, exact: true }).click();
  }

  /** Everything this tab stores: the addresses of its history, and all storage. */
  async keptText(): Promise<string> {
    return await this.page.evaluate(async () => {
      const kept: unknown[] = [
        window.navigation.entries().map(({ url }) => url),
        Object.entries(localStorage),
        Object.entries(sessionStorage),
      ];
      for (const { name } of await indexedDB.databases()) {
        if (name === undefined) continue;
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const open = indexedDB.open(name);
          open.addEventListener('success', () => resolve(open.result));
          open.addEventListener('error', () => reject(open.error));
        });
        for (const store of database.objectStoreNames) {
          const all = database.transaction(store).objectStore(store).getAll();
          await new Promise((resolve) => all.addEventListener('success', resolve));
          kept.push(all.result);
        }
        database.close();
      }
      return JSON.stringify(kept);
    });
  }

  /** Whether the content is wider than the screen. */
  async overflow(): Promise<number> {
    return await overflowOf(this.page);
  }

  /** Paths of the requests that this tab has sent. */
  async sentPaths(): Promise<string[]> {
    return await sentPaths(this.page);
  }
}

/** A few points of the next frame of a video. */
async function nextFrame(box: Locator): Promise<number[]> {
  return await box.locator('video').evaluate(async (video) => {
    if (!(video instanceof HTMLVideoElement)) throw new Error('the element is not a video');
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    const canvas = new OffscreenCanvas(32, 24);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no 2d context');
    context.drawImage(video, 0, 0, 32, 24);
    return Array.from(context.getImageData(0, 0, 32, 24).data.filter((_, index) => index % 4 === 1));
  });
}
