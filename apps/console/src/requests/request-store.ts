/** @module The requests to one device: the draft, the pending request, the observed resource, and the history. */

import { Store } from '@longwire/protocol/base';
import { EMPTY_DRAFT, type ReadyRequest, type RequestDraft } from './payload-draft.ts';
import { addToHistory, type HistoryEntry } from './request-history.ts';
import { ObserveRun, type ObservePort, type ObserveState } from './observe-run.ts';
import { RequestRun, type RequestPort, type RunState } from './request-run.ts';
import type { HistoryChange, RequestStorage } from './request-storage.ts';
import { keptDraft } from './secret-rule.ts';

/** The state that a screen shows. */
export interface RequestsView {
  readonly draft: RequestDraft;
  readonly run: RunState;
  readonly observed: ObserveState;
  readonly history: readonly HistoryEntry[];
}

/** Options of `RequestStore`. */
export interface RequestStoreOptions {
  readonly key: string;
  readonly storage: RequestStorage;
  readonly reportError: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The requests to one device; it outlives its screen, so that a draft or an answer is not lost when the person looks at something else. */
export class RequestStore {
  readonly #options: RequestStoreOptions;
  readonly #now: () => number;
  readonly #run = new RequestRun({ onChange: () => this.#refresh() });
  readonly #observed = new ObserveRun({ onChange: () => this.#refresh(), now: () => this.#now() });
  readonly #loaded: Promise<void>;
  #draft = EMPTY_DRAFT;
  #history: readonly HistoryEntry[] = [];
  #isTyped = false;
  readonly #view = new Store(this.#currentView());

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#view.subscribe;

  /** The current state; the same object until it changes. */
  readonly snapshot = this.#view.snapshot;

  constructor(options: RequestStoreOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#loaded = this.#load();
  }

  /** Stores the typed draft. */
  type(draft: RequestDraft): void {
    this.#draft = draft;
    this.#isTyped = true;
    this.#refresh();
    const { storage, key } = this.#options;
    void this.#keep(() => storage.putDraft(key, keptDraft(draft).draft));
  }

  /** Sends a request, and adds it to the history. */
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

  /** Stops waiting for the answer. */
  stop(): void {
    this.#run.stop();
  }

  /** Observes a resource. */
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

  /** Clears the history. */
  async clearHistory(): Promise<void> {
    await this.#loaded;
    await this.#note(() => []);
  }

  async #load(): Promise<void> {
    try {
      const kept = await this.#options.storage.load(this.#options.key);
      this.#history = kept.history;
      // Do not overwrite what a person typed meanwhile.
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
      // A browser without room keeps nothing between visits; everything else works.
      if (!(error instanceof DOMException)) this.#report(error);
    }
  }

  /** The browser's own function throws if it is called as a method of another object. */
  #report(error: unknown): void {
    const { reportError } = this.#options;
    reportError(error);
  }

  #refresh(): void {
    this.#view.put(this.#currentView());
  }

  #currentView(): RequestsView {
    return {
      draft: this.#draft,
      run: this.#run.state,
      observed: this.#observed.state,
      history: this.#history,
    };
  }
}

/** The request stores of all devices opened in this visit. */
export class RequestStores {
  readonly #options: Omit<RequestStoreOptions, 'key'>;
  readonly #stores = new Map<string, RequestStore>();

  constructor(options: Omit<RequestStoreOptions, 'key'>) {
    this.#options = options;
  }

  /** The request store of a device. */
  of(key: string): RequestStore {
    const store = this.#stores.get(key) ?? new RequestStore({ ...this.#options, key });
    this.#stores.set(key, store);
    return store;
  }

  /** Forgets every device except these. */
  async keepOnly(keys: readonly string[]): Promise<void> {
    for (const [key, store] of this.#stores) {
      if (keys.includes(key)) continue;
      store.stop();
      store.clearObserved();
      this.#stores.delete(key);
    }
    await this.#options.storage.keepOnly(keys);
  }
}
