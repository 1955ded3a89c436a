/** @module A session in a page, driven from the test. */
import { expect, type Page } from '@playwright/test';
import type { SeenState } from '../pages/session-probe.ts';
import type { Device } from './device.ts';
import { unwrap } from './test-client.ts';

const VIDEO = 'frontdoor-video';

/** How long a frame of video that runs may stand, in milliseconds: a busy machine is late by less, a connection that is lost stands longer. */
const MAX_STANDSTILL_MS = 5000;

/** How a session reaches its device. */
export interface TestSessionOptions {
  readonly signalingServerUrl: string;
  readonly iceTransportPolicy?: RTCIceTransportPolicy;
  readonly handshake?: 'pipelined' | 'sequential';
  /** Instead of the device's: what a function gives, one each time it is asked. */
  readonly sct?: readonly string[];
  /** Instead of the device's. */
  readonly fingerprint?: string;
}

/** One session in a page. */
export class TestSession {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Makes a session of the device's administrator, and waits until it is ready. */
  static async start(page: Page, device: Device, options: TestSessionOptions): Promise<TestSession> {
    const session = await TestSession.begin(page, device, options);
    await session.ready();
    return session;
  }

  /** Makes a session of the device's administrator, however it fares. */
  static async begin(
    page: Page,
    { productId, deviceId, sct, fingerprint, username, password }: Device,
    options: TestSessionOptions,
  ): Promise<TestSession> {
    const credentials = { username, password };
    await page.evaluate((told) => void (window.sessionProbe = new window.SessionProbe(told)), {
      productId,
      deviceId,
      sct,
      fingerprint,
      credentials,
      ...options,
    });
    return new TestSession(page);
  }

  async ready(): Promise<void> {
    unwrap(await this.page.evaluate(async () => await window.sessionProbe.ready()));
  }

  async state(): Promise<string> {
    return await this.page.evaluate(() => window.sessionProbe.session.state.kind);
  }

  async states(): Promise<SeenState[]> {
    return await this.page.evaluate(() => window.sessionProbe.states);
  }

  /** The states that it was in, one for as long as it stayed the same. */
  async stateNames(): Promise<string[]> {
    const names = (await this.states()).map(({ kind }) => kind);
    return names.filter((name, index) => name !== names[index - 1]);
  }

  /** Which try it waits for; 0 while it does not wait. */
  async awaitedAttempt(): Promise<number> {
    return await this.page.evaluate(() => {
      const { attempt = 0, nextTryMs } = window.sessionProbe.session.state;
      return nextTryMs === undefined ? 0 : attempt;
    });
  }

  async hurry(): Promise<void> {
    await this.page.evaluate(() => window.sessionProbe.session.hurry());
  }

  async whoAmI(): Promise<string> {
    return unwrap(await this.page.evaluate(async () => await window.sessionProbe.whoAmI()));
  }

  /** Shows the device's video in the one element of the page. */
  async play(): Promise<void> {
    const status = await this.page.evaluate(async (id) => await window.sessionProbe.play(id), VIDEO);
    expect(unwrap(status)).toBe(201);
    await this.expectVideo();
  }

  /** Shows that frames are shown now. */
  async expectVideo(): Promise<void> {
    const before = await this.#frames();
    await expect.poll(async () => await this.#frames(), { timeout: 60_000 }).toBeGreaterThan(before + 10);
  }

  /** Waits until video has run that long from now on, whatever happens meanwhile. */
  async expectVideoFor(durationMs: number): Promise<void> {
    await this.page.evaluate(() => window.sessionProbe.mark());
    const shownMs = async (): Promise<number> => await this.page.evaluate(() => window.sessionProbe.shownMs);
    await expect.poll(shownMs, { timeout: durationMs + 30_000 }).toBeGreaterThan(durationMs);
    const longestGapMs = await this.page.evaluate(() => window.sessionProbe.longestGapMs);
    expect(longestGapMs, 'how long a frame stood').toBeLessThan(MAX_STANDSTILL_MS);
  }

  async #frames(): Promise<number> {
    return await this.page.evaluate(() => window.sessionProbe.frames);
  }
}
