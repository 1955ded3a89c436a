/** @module The world of a benchmark over a narrow line: a device with a camera and a browser that calls with the same picture, both seen through the line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CableQuality } from '@longwire/e2e';
import type { Page } from '@playwright/test';
import { ensureTools, FFMPEG } from '../../scripts/system-tools.ts';
import { makeCamera, SUB_STREAM, type CameraFiles, type SmallerStream } from './clip.ts';
import type { LineReport } from './page/line-watch.ts';
import { SlowWorld } from './slow-world.ts';

const MEGABIT = 1_000_000;
/** The camera's bit rate, which is the call's largest. */
const CAMERA_BITS = 4 * MEGABIT;

/** A line with enough room for the camera. */
export const CLEAN: CableQuality = { roundTripMs: 40, bitsPerSecond: 8 * MEGABIT, queueMs: 300 };

/** A line of a rate. */
export function narrow(megabits: number, queueMs = 300): CableQuality {
  return { roundTripMs: 40, bitsPerSecond: megabits * MEGABIT, queueMs };
}

/** What is compared. */
export type Kind = 'ours' | 'floor';

/** The floor of every table. */
const CALL = 'a call from another Chromium over the same line, with congestion control';

/** Pictures a second that a browser must show on a clean line, else a smaller picture is used. */
const ENOUGH_PICTURES = 29;
/** Tried one after the other, in lines. */
const HEIGHTS = [1080, 720] as const;
/** The lines of the call's picture, which is encoded on the cores that everything else runs on. */
const CALL_HEIGHT = 480;
/** Time for the estimate of the line to rise, in milliseconds. */
const RAMP_MS = 30_000;
const ENOUGH_BITS = 0.8 * CAMERA_BITS;
/** How long the stream is watched on the clean line, in milliseconds. */
const USUAL_MS = 5000;

let cameraFolder: string | undefined;
const cameras = new Map<string, CameraFiles>();

/** The files of a camera, made once. */
function cameraOf(height: number, smaller: readonly SmallerStream[]): CameraFiles {
  const name = [height, ...smaller].join(' ');
  const known = cameras.get(name);
  if (known !== undefined) return known;
  if (cameraFolder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'longwire-bench-camera-'));
    process.once('exit', () => rmSync(made, { recursive: true }));
    cameraFolder = made;
  }
  const folder = mkdtempSync(join(cameraFolder, 'height-'));
  const files = makeCamera(folder, { height, smaller, callHeight: CALL_HEIGHT });
  cameras.set(name, files);
  return files;
}

/** A viewer of our device or of the call, in its own page. */
export class LineViewer {
  readonly page: Page;
  readonly name: string;

  constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
  }

  /** The page's clock. */
  async nowMs(): Promise<number> {
    return await this.page.evaluate(() => window.measurements.pageMs());
  }

  /** What happened since a moment. */
  async since(fromMs: number, toMs: number = Number.POSITIVE_INFINITY): Promise<LineReport> {
    return await this.page.evaluate(
      ([name, from, to]) =>
        window.measurements.lineReport(name, from, Math.min(to, window.measurements.pageMs())),
      [this.name, fromMs, toMs] as const,
    );
  }

  /** Waits. Returns what happened meanwhile. */
  async during(ms: number): Promise<LineReport> {
    const fromMs = await this.nowMs();
    await delay(ms);
    return await this.since(fromMs);
  }

  /** Milliseconds from a moment until the stream was as usual again; `Infinity` after `limitMs`. */
  async wholeAgainAfterMs(fromMs: number, usual: LineReport, limitMs: number): Promise<number> {
    for (;;) {
      const afterMs = await this.page.evaluate(
        ([name, from, report]) => window.measurements.wholeAgainAfterMs(name, from, report),
        [this.name, fromMs, usual] as const,
      );
      if (afterMs < Number.POSITIVE_INFINITY || (await this.nowMs()) > fromMs + limitMs) return afterMs;
      await delay(500);
    }
  }

  async answeredAfterMs(limitMs: number): Promise<number> {
    return await this.page.evaluate(
      async ([name, limit]) => await window.measurements.answeredAfterMs(name, limit),
      [this.name, limitMs] as const,
    );
  }

  async pictureAfterMs(fromMs: number, limitMs: number): Promise<number> {
    return await this.page.evaluate(
      async ([name, from, limit]) => await window.measurements.pictureAfterMs(name, from, limit),
      [this.name, fromMs, limitMs] as const,
    );
  }

  async end(): Promise<void> {
    await this.page.evaluate(async (name) => await window.measurements.endViewer(name), this.name);
    await this.page.close();
  }
}

/** Starts everything, with the largest picture that the browser can show. */
export class NarrowWorld implements AsyncDisposable {
  /** Once one fitted, it stays for the run. */
  static #heights: readonly number[] = HEIGHTS;
  readonly slow: SlowWorld;
  readonly height: number;
  #caller: Promise<Page> | undefined;
  #viewers = 0;

  private constructor(slow: SlowWorld, height: number) {
    this.slow = slow;
    this.height = height;
  }

  static async start(smaller: readonly SmallerStream[] = [SUB_STREAM]): Promise<NarrowWorld> {
    await ensureTools([FFMPEG]);
    for (const height of NarrowWorld.#heights) {
      await using starting = new AsyncDisposableStack();
      const world = starting.use(
        new NarrowWorld(await SlowWorld.start({ camera: cameraOf(height, smaller) }), height),
      );
      await world.setLine(CLEAN);
      const viewer = await world.view('ours');
      await delay(USUAL_MS);
      const { picturesPerSecond } = await viewer.during(USUAL_MS);
      await viewer.end();
      const [minute = 0] = loadavg();
      const on = `${height} lines on a clean line: ${picturesPerSecond.toFixed(1)} pictures a second`;
      console.log(`${on}, load ${minute.toFixed(1)}`);
      if (picturesPerSecond < ENOUGH_PICTURES && height !== NarrowWorld.#heights.at(-1)) continue;
      NarrowWorld.#heights = [height];
      starting.move();
      return world;
    }
    throw new Error('no picture was tried');
  }

  /** Changes the line between the browser and everything else. */
  async setLine(browser: CableQuality): Promise<void> {
    await this.slow.setCables({ browser, device: { roundTripMs: 0 } });
  }

  /** Opens a page that watches. Resolves with the first picture. */
  async view(kind: Kind): Promise<LineViewer> {
    this.#viewers += 1;
    const name = `${kind} ${this.#viewers}`;
    const page = await this.slow.openPage();
    if (kind === 'ours') {
      await page.evaluate(async ([viewer, target]) => await window.measurements.watchCamera(viewer, target), [
        name,
        this.slow.target,
      ] as const);
      return new LineViewer(page, name);
    }
    await page.exposeFunction('answerCall', async (sdp: string) => await this.#answer(sdp));
    await page.evaluate(async (viewer) => await window.measurements.watchCall(viewer), name);
    return new LineViewer(page, name);
  }

  /** Opens a page that watches over a clean line, and waits for the full stream. Resolves with how it usually is. */
  async viewClean(kind: Kind): Promise<{ viewer: LineViewer; usual: LineReport }> {
    await this.setLine(CLEAN);
    const viewer = await this.view(kind);
    const limitMs = (await viewer.nowMs()) + RAMP_MS;
    let usual = await viewer.during(USUAL_MS);
    // Both begin below what the line carries.
    while (usual.bitsPerSecond < ENOUGH_BITS && (await viewer.nowMs()) < limitMs) {
      usual = await viewer.during(USUAL_MS);
    }
    return { viewer, usual };
  }

  /** How a report describes what was compared. */
  get floor(): string {
    const [minute = 0] = loadavg();
    return `${CALL} and ${CALL_HEIGHT} lines; ours has ${this.height} lines, ${this.slow.delayedIn}, load ${minute.toFixed(1)}`;
  }

  /** Bits a second that the device's machine sends for some time. */
  async sentBitsPerSecond(ms: number): Promise<number> {
    const { places } = this.slow;
    const [startMs, start] = [performance.now(), places.bytesFromDevice() ?? Number.NaN];
    await delay(ms);
    const sent = (places.bytesFromDevice() ?? Number.NaN) - start;
    return (sent * 8 * 1000) / (performance.now() - startMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.slow[Symbol.asyncDispose]();
  }

  async #answer(sdp: string): Promise<string> {
    this.#caller ??= this.slow.openCaller();
    const caller = await this.#caller;
    const { places } = this.slow;
    const camera = { height: CALL_HEIGHT, maxBitrate: CAMERA_BITS };
    const answer = await caller.evaluate(
      async ([offer, own]) => await window.measurements.answerAsCaller(offer, own),
      [places.carry(sdp, 'toDevice'), camera] as const,
    );
    return places.carry(answer, 'toBrowser');
  }
}
