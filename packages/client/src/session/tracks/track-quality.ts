/** @module The quality of the device's pictures: what the watchers of each track want, and what the device reports (docs/protocol/quality.md). */
import type { Clock } from '@longwire/protocol';
import { ContentFormat } from '@longwire/protocol/base';
import { StatusError } from '../../shared.ts';
import type { SessionLink } from '../session-link.ts';
import { QUALITY_PATH, readQuality, type QualityReport } from './parse-quality.ts';
import type { QualityChoice, ShownSize } from './session-tracks.ts';

const CHANGED = 204;

/** Why nothing is sent over a link: the device has no such resource or method, or the user no right to it. */
type Block = 'unsupported' | 'refused';

const BLOCKS: Readonly<Record<number, Block>> = {
  401: 'refused',
  403: 'refused',
  404: 'unsupported',
  405: 'unsupported',
  501: 'unsupported',
};

/** How long the device is left alone after a failed request, in milliseconds. */
export const QUALITY_RETRY_MS = 10_000;

/** What the device does without a wish. */
const NO_WISH = { quality: 'auto' } as const;

/** What one watcher wants; undefined where it has no opinion. */
export interface Demand {
  quality: QualityChoice | undefined;
  shownSize: ShownSize | undefined;
}

/** Sends the demands over each link, one request at a time and again if it fails; a device without the resource is asked once for each connection. */
export class TrackQuality {
  readonly #clock: Pick<Clock, 'schedule'>;
  readonly #demands = new Map<string, Set<Demand>>();
  /** What the device of the current link has received, by track. */
  readonly #sent = new Map<string, string>();
  #link: SessionLink | undefined;
  /** Whether a request runs, or has failed a moment ago. */
  #isBusy = false;
  #stopRetry: (() => void) | undefined;
  #block: Block | undefined;
  #isScheduled = false;
  #report: QualityReport | undefined;

  constructor(clock: Pick<Clock, 'schedule'>) {
    this.#clock = clock;
  }

  /** Adds a watcher's demand. One without a wish takes back what the device was sent for those before it. */
  add(trackId: string, demand: Demand): void {
    const demands = this.#demands.get(trackId) ?? new Set();
    this.#demands.set(trackId, demands.add(demand));
    this.handleChange();
  }

  /** Removes a watcher's demand; the device goes on with what the others want. */
  remove(trackId: string, demand: Demand): void {
    const demands = this.#demands.get(trackId);
    demands?.delete(demand);
    if (demands?.size === 0) this.#demands.delete(trackId);
    this.handleChange();
  }

  /** A demand has changed; changes of one turn share a request. */
  handleChange(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      void this.#sendChanged();
    });
  }

  /** Uses another link from now on, or none. */
  move(link: SessionLink | undefined): void {
    if (link === this.#link) return;
    this.#link = link;
    this.#sent.clear();
    this.#stopRetry?.();
    this.#isBusy = false;
    this.#block = undefined;
    this.#report = undefined;
    this.handleChange();
  }

  /** Another user is logged in, who may have the right. */
  handleIdentity(): void {
    if (this.#block !== 'refused') return;
    this.#block = undefined;
    this.handleChange();
  }

  /** The newest report; reads the next one. */
  read(): QualityReport | undefined {
    if (this.#demands.size > 0)
      void this.#run(async (link) => {
        const report = await link.run((connection) => readQuality((path) => connection.request('GET', path)));
        if (link !== this.#link) return;
        this.#report = report;
        if (report === undefined) this.#block = 'unsupported';
      });
    return this.#report;
  }

  async #sendChanged(): Promise<void> {
    const changed = new Map<string, string>();
    for (const [trackId, demands] of this.#demands) {
      const wanted = combine([...demands]);
      const sent = this.#sent.get(trackId);
      // The device holds what it was sent until that is taken back.
      if (wanted === undefined && sent === undefined) continue;
      const text = JSON.stringify({ trackId, ...(wanted ?? NO_WISH) });
      if (text !== sent) changed.set(trackId, text);
    }
    if (changed.size === 0) return;
    const payload = `{"tracks":[${[...changed.values()].join(',')}]}`;
    await this.#run(async (link) => {
      const options = { payload, contentFormat: ContentFormat.json };
      const { statusCode } = await link.run((connection) =>
        connection.request('POST', QUALITY_PATH, options),
      );
      if (statusCode !== CHANGED)
        throw new StatusError('ERR_REQUEST_REFUSED', `cannot set quality: status ${statusCode}`, statusCode);
      if (link === this.#link) for (const [trackId, text] of changed) this.#sent.set(trackId, text);
    });
  }

  /** Runs one request, unless another runs or the device has no such resource. */
  async #run(request: (link: SessionLink) => Promise<void>): Promise<void> {
    const link = this.#link;
    if (link === undefined || this.#isBusy || this.#block !== undefined) return;
    this.#isBusy = true;
    const goOn = (): void => {
      this.#isBusy = false;
      void this.#sendChanged();
    };
    try {
      await request(link);
    } catch (error) {
      // Refused, lost with its connection, or too late: a picture in another quality is no failure of the session.
      if (link !== this.#link) return;
      this.#report = undefined;
      this.#block = error instanceof StatusError ? BLOCKS[error.statusCode] : undefined;
      if (this.#block === undefined) {
        this.#stopRetry = this.#clock.schedule(QUALITY_RETRY_MS, goOn);
        return;
      }
    }
    if (link === this.#link) goOn();
  }
}

/** What all watchers of a track want together: the best of it. */
function combine(
  demands: readonly Demand[],
): ({ readonly quality: QualityChoice } & Partial<ShownSize>) | undefined {
  const stated = demands.filter(({ quality, shownSize }) => quality !== undefined || shownSize !== undefined);
  if (stated.length === 0) return undefined;
  if (stated.some(({ quality }) => quality === 'high')) return { quality: 'high' };
  const open = stated.filter(({ quality }) => quality !== 'low');
  if (open.length === 0) return { quality: 'low' };
  const sizes = open.flatMap(({ shownSize }) => shownSize ?? []);
  if (sizes.length === 0) return { quality: 'auto' };
  const largest = (side: keyof ShownSize): number => Math.max(...sizes.map((size) => Math.round(size[side])));
  return { quality: 'auto', width: largest('width'), height: largest('height') };
}
