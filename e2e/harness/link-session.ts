/** @module A session in a page, driven from the test. */
import { expect, type Page } from '@playwright/test';
import type { SeenState } from '../pages/session-probe.ts';
import type { Device } from './device.ts';
import { unwrap } from './test-client.ts';

const VIDEO = 'frontdoor-video';

/** Longest time a running video may show the same frame, in milliseconds: a busy machine delays frames by less, a lost connection by more. */
const MAX_STANDSTILL_MS = 5000;

/** How a session reaches its device. */
export interface TestSessionOptions {
  readonly signalingServerUrl: string;
  readonly iceTransportPolicy?: RTCIceTransportPolicy;
  readonly handshake?: 'pipelined' | 'sequential';
  /** Replaces the device's token: the results of a token function, one for each call. */
  readonly sct?: readonly string[];
  /** Replaces the device's fingerprint. */
  readonly fingerprint?: string;
}

/** One session in a page. */
export class TestSession {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Creates a session of the device's administrator, and waits until it is ready. */
  static async start(page: Page, device: Device, options: TestSessionOptions): Promise<TestSession> {
    const session = await TestSession.begin(page, device, options);
    await session.ready();
    return session;
  }

  /** Creates a session of the device's administrator without waiting for it. */
  static async begin(
    page: Page,
    { productId, deviceId, sct, fingerprint, username, password }: Device,
    options: TestSessionOptions,
  ): Promise<TestSession> {
    const credentials = { username, password };
    await page.evaluate((input) => void (window.sessionProbe = new window.SessionProbe(input)), {
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

  /** The states that it passed through, without repetitions. */
  async stateNames(): Promise<string[]> {
    const names = (await this.states()).map(({ kind }) => kind);
    return names.filter((name, index) => name !== names[index - 1]);
  }

  /** The attempt that it waits for; 0 while it does not wait. */
  async awaitedAttempt(): Promise<number> {
    return await this.page.evaluate(() => {
      const { attempt = 0, nextTryMs } = window.sessionProbe.session.state;
      return nextTryMs === undefined ? 0 : attempt;
    });
  }

  async retryNow(): Promise<void> {
    await this.page.evaluate(() => window.sessionProbe.session.retryNow());
  }

  async whoAmI(): Promise<string> {
    return unwrap(await this.page.evaluate(async () => await window.sessionProbe.whoAmI()));
  }

  /** Shows the device's video in the page's only element. */
  async play(): Promise<void> {
    await this.page.evaluate((id) => window.sessionProbe.play(id), VIDEO);
    await this.expectVideo();
  }

  /** Asserts that new frames are shown. */
  async expectVideo(): Promise<void> {
    const before = await this.#frames();
    await expect.poll(async () => await this.#frames(), { timeout: 60_000 }).toBeGreaterThan(before + 10);
  }

  /** Waits until video has run for that long from now on, whatever happens meanwhile. */
  async expectVideoFor(durationMs: number): Promise<void> {
    await this.page.evaluate(() => window.sessionProbe.mark());
    const shownMs = async (): Promise<number> => await this.page.evaluate(() => window.sessionProbe.shownMs);
    await expect.poll(shownMs, { timeout: durationMs + 30_000 }).toBeGreaterThan(durationMs);
    const longestGapMs = await this.page.evaluate(() => window.sessionProbe.longestGapMs);
    expect(longestGapMs, 'longest time without a new frame').toBeLessThan(MAX_STANDSTILL_MS);
  }

  async #frames(): Promise<number> {
    return await this.page.evaluate(() => window.sessionProbe.frames);
  }
}
