/** @module What a viewer sees and hears over a line, over time: pictures, gaps, concealed sound, answers. */

/** The counters of a moment. They never fall, also over a change of the connection. */
interface Sample {
  readonly atMs: number;
  readonly framesDecoded: number;
  readonly freezes: number;
  readonly frozenMs: number;
  readonly concealed: number;
  readonly heard: number;
  readonly bytes: number;
  readonly width: number;
}

/** What happened between two moments. */
export interface LineReport {
  readonly picturesPerSecond: number;
  /** The longest time without a new picture on the screen, in milliseconds. */
  readonly longestGapMs: number;
  readonly freezes: number;
  readonly frozenMs: number;
  /** The share of the sound that was made up by the receiver, in percent. */
  readonly concealedPercent: number;
  readonly bitsPerSecond: number;
  readonly width: number;
  /** How long each request took; those without an answer count until now. */
  readonly answersMs: readonly number[];
}

/** What is watched. */
export interface LineEnds {
  /** The present connection. */
  readonly peer: () => RTCPeerConnection | undefined;
  /** Sends a small request. Resolves when it is answered, and rejects when it is not. */
  readonly ask: () => Promise<unknown>;
}

const SAMPLE_MS = 250;
const ASK_MS = 500;
/** How much of its usual pictures and bits a stream has when it is whole again. */
const FULL_PICTURES = 0.9;
const FULL_BITS = 0.7;
/** How long it has to stay whole, in milliseconds. */
const FULL_FOR_MS = 1000;

const COUNTERS = ['framesDecoded', 'freezes', 'frozenMs', 'concealed', 'heard', 'bytes'] as const;

function numberOf(stats: object, key: string): number {
  const value: unknown = Reflect.get(stats, key);
  return typeof value === 'number' ? value : 0;
}

/** The counters of one report; a connection may have several streams of a kind. */
function read(report: RTCStatsReport): Omit<Sample, 'atMs'> {
  const sum = { framesDecoded: 0, freezes: 0, frozenMs: 0, concealed: 0, heard: 0, bytes: 0, width: 0 };
  report.forEach((stats: object) => {
    if (Reflect.get(stats, 'type') !== 'inbound-rtp') return;
    sum.bytes += numberOf(stats, 'bytesReceived') + numberOf(stats, 'headerBytesReceived');
    sum.framesDecoded += numberOf(stats, 'framesDecoded');
    sum.freezes += numberOf(stats, 'freezeCount');
    sum.frozenMs += numberOf(stats, 'totalFreezesDuration') * 1000;
    sum.concealed += numberOf(stats, 'concealedSamples');
    sum.heard += numberOf(stats, 'totalSamplesReceived');
    sum.width = Math.max(sum.width, numberOf(stats, 'frameWidth'));
  });
  return sum;
}

/** Watches from its creation on. */
export class LineWatch {
  readonly video: HTMLVideoElement = document.createElement('video');
  readonly audio: HTMLAudioElement = document.createElement('audio');
  readonly #ends: LineEnds;
  readonly #samples: Sample[] = [];
  readonly #picturesAtMs: number[] = [];
  readonly #asked: { readonly atMs: number; answeredMs?: number }[] = [];
  readonly #timers: number[] = [];
  #last: Omit<Sample, 'atMs'> | undefined;

  constructor(ends: LineEnds) {
    this.#ends = ends;
    Object.assign(this.video, { muted: true, playsInline: true, autoplay: true });
    Object.assign(this.audio, { autoplay: true });
    document.body.append(this.video, this.audio);
    const seen = (): void => {
      this.#picturesAtMs.push(performance.now());
      this.video.requestVideoFrameCallback(seen);
    };
    this.video.requestVideoFrameCallback(seen);
    this.#timers.push(
      window.setInterval(() => void this.#sample(), SAMPLE_MS),
      window.setInterval(() => void this.#ask(), ASK_MS),
    );
  }

  /** Resolves with the time of the first picture after a moment. */
  async pictureAfter(atMs: number): Promise<number> {
    for (;;) {
      const found = this.#picturesAtMs.find((each) => each >= atMs);
      if (found !== undefined) return found;
      await new Promise((resolve) => this.video.requestVideoFrameCallback(resolve));
    }
  }

  /** What happened between two moments of the page's clock. */
  report(fromMs: number, toMs: number): LineReport {
    const within = this.#samples.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
    const [first, last] = [within.at(0), within.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing was sampled');
    const seconds = (last.atMs - first.atMs) / 1000;
    const heard = last.heard - first.heard;
    const shown = this.#picturesAtMs.filter((atMs) => atMs >= fromMs && atMs <= toMs);
    const edges = [fromMs, ...shown, toMs];
    return {
      picturesPerSecond: (last.framesDecoded - first.framesDecoded) / seconds,
      longestGapMs: Math.max(...edges.slice(1).map((atMs, index) => atMs - (edges[index] ?? atMs))),
      freezes: last.freezes - first.freezes,
      frozenMs: last.frozenMs - first.frozenMs,
      // No samples at all are no sound.
      concealedPercent: heard === 0 ? 100 : (100 * (last.concealed - first.concealed)) / heard,
      bitsPerSecond: ((last.bytes - first.bytes) * 8) / seconds,
      width: last.width,
      answersMs: this.#asked
        .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
        .map(({ atMs, answeredMs }) => (answeredMs ?? performance.now()) - atMs),
    };
  }

  /** When the stream was as before from a moment on: its pictures, their size and its bits; `Infinity` if it was not. */
  wholeAgainMs(fromMs: number, usual: LineReport): number {
    const after = this.#samples.filter(({ atMs }) => atMs >= fromMs);
    for (const begin of after) {
      const end = after.find(({ atMs }) => atMs >= begin.atMs + FULL_FOR_MS);
      if (end === undefined) break;
      const { picturesPerSecond, bitsPerSecond, width } = this.report(begin.atMs, end.atMs);
      const isWhole =
        begin.width >= usual.width &&
        width >= usual.width &&
        picturesPerSecond >= FULL_PICTURES * usual.picturesPerSecond &&
        bitsPerSecond >= FULL_BITS * usual.bitsPerSecond;
      if (isWhole) return begin.atMs;
    }
    return Number.POSITIVE_INFINITY;
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.video.remove();
    this.audio.remove();
  }

  async #sample(): Promise<void> {
    const report = await this.#ends.peer()?.getStats();
    if (report === undefined) return;
    const now = read(report);
    const before = this.#samples.at(-1);
    const counters = COUNTERS.map((name) => {
      const [last, next] = [this.#last?.[name] ?? 0, now[name]];
      // A new connection, and a new stream, count from zero.
      return [name, (before?.[name] ?? 0) + (next >= last ? next - last : next)] as const;
    });
    this.#last = now;
    const sum = { framesDecoded: 0, freezes: 0, frozenMs: 0, concealed: 0, heard: 0, bytes: 0 };
    for (const [name, value] of counters) sum[name] = value;
    this.#samples.push({ ...sum, width: now.width, atMs: performance.now() });
  }

  async #ask(): Promise<void> {
    const asked: { readonly atMs: number; answeredMs?: number } = { atMs: performance.now() };
    this.#asked.push(asked);
    const isAnswered = await this.#ends.ask().then(
      () => true,
      () => false,
    );
    if (isAnswered) asked.answeredMs = performance.now();
  }
}
