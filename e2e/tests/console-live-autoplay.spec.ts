/** @module Browsers that block autoplay until a person touches the page: the picture without sound, and the sound after one press. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { AUTOPLAY_FLAG, OPEN_FLAGS } from '../harness/chromium-flags.ts';
import { pairingLink } from '../harness/console-page.ts';
import { expect, test } from '../harness/fixtures.ts';
import { launchChromium } from '../harness/launch-chromium.ts';
import { startPageServer, type PageServer } from '../harness/page-server.ts';
import { ROOT } from '../harness/paths.ts';
import { PHONE } from '../harness/screens.ts';
import { UntouchedTab } from '../harness/untouched-tab.ts';

const EXAMPLE = join(ROOT, 'packages/react/example');

let browser: Browser;
let folder: string;
let example: PageServer;

test.beforeAll(async () => {
  browser = await launchChromium(OPEN_FLAGS.filter((flag) => flag !== AUTOPLAY_FLAG));
  folder = mkdtempSync(join(tmpdir(), 'longwire-react-example-'));
  await build({
    configFile: join(EXAMPLE, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  example = await startPageServer(folder);
});

test.afterAll(async () => {
  await example.stop();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** How far the picture has come, in seconds. */
async function pictureTime(tab: UntouchedTab): Promise<unknown> {
  return await tab.look(() => document.querySelector('video')?.currentTime ?? 0);
}

async function expectMovingPicture(tab: UntouchedTab): Promise<void> {
  await expect.poll(async () => await pictureTime(tab)).toBeGreaterThan(0);
  const before = Number(await pictureTime(tab));
  await expect.poll(async () => await pictureTime(tab)).toBeGreaterThan(before);
}

/** What this browser allows a page to start by itself: the device's picture and sound, muted and unmuted. */
async function begunByPage(tab: UntouchedTab): Promise<unknown> {
  return await tab.look(async () => {
    const sources = [document.querySelector('video')?.srcObject, document.querySelector('audio')?.srcObject];
    const streams = sources.filter((source) => source instanceof MediaStream);
    const bare = document.createElement('video');
    bare.srcObject = new MediaStream(streams.flatMap((stream) => stream.getTracks()));
    const begin = async (): Promise<string> =>
      await bare.play().then(
        () => 'plays',
        (error: unknown) => (error instanceof Error ? error.name : String(error)),
      );
    const kinds = new Set(bare.srcObject.getTracks().map(({ kind }) => kind));
    const heard = await begin();
    bare.muted = true;
    const unheard = await begin();
    bare.srcObject = null;
    return {
      kinds: [...kinds].toSorted(),
      heard,
      unheard,
      isTouched: navigator.userActivation.hasBeenActive,
    };
  });
}

const BITES = {
  kinds: ['audio', 'video'],
  heard: 'NotAllowedError',
  unheard: 'plays',
  isTouched: false,
};

/** The state of the element with the sound. */
async function sound(tab: UntouchedTab): Promise<unknown> {
  return await tab.look(() => {
    const audio = document.querySelector('audio');
    return audio === null ? 'not there' : { isPaused: audio.paused, isMuted: audio.muted };
  });
}

const SILENT = { isPaused: true, isMuted: true };

/** Asserts that the sound plays, and is not silent. */
async function expectSound(tab: UntouchedTab): Promise<void> {
  await expect.poll(async () => await sound(tab)).toEqual({ isPaused: false, isMuted: false });
  const time = async (): Promise<unknown> =>
    await tab.look(() => document.querySelector('audio')?.currentTime ?? 0);
  const before = Number(await time());
  await expect.poll(time).toBeGreaterThan(before);
  await tab.look(() => {
    const stream = document.querySelector('audio')?.srcObject;
    if (!(stream instanceof MediaStream)) throw new Error('the element plays no stream');
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    Object.assign(window, {
      loudness: () => {
        analyser.getFloatTimeDomainData(samples);
        return Math.max(...samples.map(Math.abs));
      },
    });
  });
  await expect
    .poll(async () => await tab.look(() => Reflect.get(window, 'loudness')()))
    .toBeGreaterThan(0.01);
}

/** The name of the button that switches the sound. */
async function soundButton(tab: UntouchedTab): Promise<unknown> {
  return await tab.look(() =>
    [...document.querySelectorAll('button:not(:disabled)')]
      .map((button) => (button.getAttribute('aria-label') ?? button.textContent).trim())
      .find((name) => ['Mute', 'Unmute', 'Sound on', 'Sound off'].includes(name)),
  );
}

test('a live view that is opened, and reloaded, plays without sound until one press', async ({
  device,
  shared,
}) => {
  await using tab = await UntouchedTab.open(browser, pairingLink(shared.service.url, device), PHONE);
  for (const turn of ['opened', 'reloaded']) {
    await test.step(turn, async () => {
      if (turn === 'reloaded') await tab.page.reload();
      await expectMovingPicture(tab);
      await expect.poll(async () => await soundButton(tab)).toBe('Unmute');
      expect(await sound(tab)).toEqual(SILENT);
      expect(await begunByPage(tab)).toEqual(BITES);
    });
  }
  await tab.press('Unmute');
  await expectSound(tab);
  expect(await soundButton(tab)).toBe('Mute');
  // A reload starts without sound as well, and still shows the picture.
  await tab.page.reload();
  await expectMovingPicture(tab);
  await expect.poll(async () => await soundButton(tab)).toBe('Unmute');
  expect(await sound(tab)).toEqual(SILENT);
  await tab.press('Unmute');
  await expectSound(tab);
});

test('an application that starts with sound learns that playback waits for a press, and shows the picture meanwhile', async ({
  device,
  shared,
}) => {
  await using tab = await UntouchedTab.open(browser, `${example.url}/index.html`, {});
  await tab.look(
    (link) => {
      const [field, form] = [document.querySelector('input'), document.querySelector('form')];
      if (field === null || form === null) throw new Error('the page has no form');
      field.value = link;
      form.requestSubmit();
    },
    pairingLink(shared.service.url, device),
  );
  await expectMovingPicture(tab);
  expect(await begunByPage(tab)).toEqual(BITES);
  // The page itself switches the sound on, without a press.
  const labels = await tab.look(async () => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Sound on',
    );
    if (button === undefined) throw new Error('the page has no button for the sound');
    const texts: (string | null)[] = [];
    const muted = new Promise<void>((resolve) => {
      new MutationObserver(() => {
        texts.push(button.textContent);
        if (button.textContent === 'Sound on') resolve();
      }).observe(button, { subtree: true, characterData: true, childList: true });
    });
    button.click();
    await muted;
    return texts;
  });
  expect(labels).toEqual(['Sound off', 'Sound on']);
  await expect.poll(async () => await sound(tab)).toEqual(SILENT);
  await expectMovingPicture(tab);
  await tab.press('Sound on');
  await expectSound(tab);
  expect(await soundButton(tab)).toBe('Sound off');
});
