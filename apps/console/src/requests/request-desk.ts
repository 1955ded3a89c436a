/** @module Everything about the requests to one device: the draft, what is under way, what is followed, and what was sent. */

import { Store } from '../store.ts';
import { EMPTY_DRAFT, type ReadyRequest, type RequestDraft } from './payload-draft.ts';
import { addToHistory, type HistoryEntry } from './request-history.ts';
import { ObserveRun, type ObservePort, type ObserveState } from './observe-run.ts';
import { RequestRun, type RequestPort, type RunState } from './request-run.ts';
import type { HistoryChange, RequestStorage } from './request-storage.ts';
import { keptDraft } from './secret-rule.ts';

/** What a screen shows. */
export interface DeskView {
  readonly draft: RequestDraft;
  readonly run: RunState;
  readonly observed: ObserveState;
  readonly history: readonly HistoryEntry[];
}

/** What a desk works with. */
export interface RequestDeskOptions {
  readonly key: string;
  readonly storage: RequestStorage;
  readonly reportError: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The desk of one device; it outlives its screen, so that nothing typed and no answer is lost by looking elsewhere. */
export class RequestDesk {
  readonly #options: RequestDeskOptions;
  readonly #now: () => number;
  readonly #run = new RequestRun({ onChange: () => this.#refresh() });
  readonly #observed = new ObserveRun({ onChange: () => this.#refresh(), now: () => this.#now() });
  readonly #loaded: Promise<void>;
  #draft = EMPTY_DRAFT;
  #history: readonly HistoryEntry[] = [];
  #isTyped = false;
  readonly #view = new Store(this.#look());

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#view.subscribe;

  /** The desk as it stands; the same object until it changes. */
  readonly snapshot = this.#view.snapshot;

  constructor(options: RequestDeskOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#loaded = this.#load();
  }

  /** Keeps what is typed. */
  type(draft: RequestDraft): void {
    this.#draft = draft;
    this.#isTyped = true;
    this.#refresh();
    const { storage, key } = this.#options;
    void this.#keep(() => storage.putDraft(key, keptDraft(draft).draft));
  }

  /** Sends what was typed, and notes it. */
  async send(port: RequestPort, draft: RequestDraft, request: ReadyRequest): Promise<void> {
    const atMs = this.#now();
    const end = await this.#run.send(port, request);
    const answered =
      end.kind === 'answered'
        ? {
            statusCode: end.answer.statusCode,
            elapsedMs: end.elapsedMs,
            answerBytes: end.answer.payload?.length ?? 0,
          }
        : {};
    await this.#loaded;
    await this.#note((kept) => addToHistory(kept, { atMs, ...keptDraft(draft), ...answered }));
  }

  /** Waits no longer for the answer. */
  stop(): void {
    this.#run.stop();
  }

  /** Follows a resource. */
  async observe(port: ObservePort, path: string): Promise<void> {
    await this.#observed.start(port, path);
  }

  pauseObserving(): void {
    this.#observed.pause();
  }

  resumeObserving(): void {
    this.#observed.resume();
  }

  stopObserving(): void {
    this.#observed.stop();
  }

  clearObserved(): void {
    this.#observed.clear();
  }

  /** Forgets everything that was sent. */
  async clearHistory(): Promise<void> {
    await this.#loaded;
    await this.#note(() => []);
  }

  async #load(): Promise<void> {
    try {
      const kept = await this.#options.storage.load(this.#options.key);
      this.#history = kept.history;
      // Who has typed meanwhile is not interrupted.
      if (!this.#isTyped && kept.draft !== undefined) this.#draft = kept.draft;
      this.#refresh();
    } catch (error) {
      this.#report(error);
    }
  }

  async #note(change: HistoryChange): Promise<void> {
    this.#history = change(this.#history);
    this.#refresh();
    const { storage, key } = this.#options;
    await this.#keep(async () => {
      this.#history = await storage.changeHistory(key, change);
      this.#refresh();
    });
  }

  async #keep(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      // A browser without room keeps nothing between visits, and everything else goes on.
      if (!(error instanceof DOMException)) this.#report(error);
    }
  }

  /** The browser's own function does not let itself be called as somebody's method. */
  #report(error: unknown): void {
    const { reportError } = this.#options;
    reportError(error);
  }

  #refresh(): void {
    this.#view.put(this.#look());
  }

  #look(): DeskView {
    return {
      draft: this.#draft,
      run: this.#run.state,
      observed: this.#observed.state,
      history: this.#history,
    };
  }
}

/** The desks of all devices that were opened in this visit. */
export class RequestDesks {
  readonly #options: Omit<RequestDeskOptions, 'key'>;
  readonly #desks = new Map<string, RequestDesk>();

  constructor(options: Omit<RequestDeskOptions, 'key'>) {
    this.#options = options;
  }

  /** The desk of a device. */
  of(key: string): RequestDesk {
    const desk = this.#desks.get(key) ?? new RequestDesk({ ...this.#options, key });
    this.#desks.set(key, desk);
    return desk;
  }

  /** Forgets every device but these. */
  async keepOnly(keys: readonly string[]): Promise<void> {
    for (const [key, desk] of this.#desks) {
      if (keys.includes(key)) continue;
      desk.stop();
      desk.clearObserved();
      this.#desks.delete(key);
    }
    await this.#options.storage.keepOnly(keys);
  }
}
