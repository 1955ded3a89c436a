/** @module The doctor: tries the way to a device step by step, one diagnosis at a time, and says what is the matter. Outside React. */

import type { DiagnoseOptions, Diagnostics, DiagnosisStep, Finding } from '../diagnostics-wire.ts';
import { Store } from '../store.ts';
import { EdgeError } from '../wire.ts';
import { conclude, type Conclusion } from './conclusion.ts';
import { stepAfter } from './leg.ts';

/** Where a diagnosis stands. */
export type DoctorState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly findings: readonly Finding[];
      readonly step: DiagnosisStep | undefined;
    }
  | { readonly kind: 'done'; readonly findings: readonly Finding[]; readonly conclusion: Conclusion }
  /** It could not be made: its code did not load. */
  | { readonly kind: 'broken'; readonly findings: readonly Finding[]; readonly detail: string };

/** What a doctor works with. */
export interface DoctorOptions {
  readonly load: () => Promise<Pick<Diagnostics, 'diagnose'>>;
  /** What is tried, asked for anew each time. */
  readonly terms: () => Promise<DiagnoseOptions>;
}

/** Looks at one device. */
export class Doctor {
  readonly #options: DoctorOptions;
  #abort: AbortController | undefined;
  #watchers = 0;
  readonly #state = new Store<DoctorState>({ kind: 'idle' });

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#state.subscribe;

  /** The state as it stands. */
  readonly snapshot = this.#state.snapshot;

  constructor(options: DoctorOptions) {
    this.#options = options;
  }

  /** Begins, unless something is known already; the answer looks away, and once nobody watches it is given up. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#state.value.kind === 'idle') void this.run();
    return () => {
      this.#watchers -= 1;
      // Who looks again at once finds it going on.
      queueMicrotask(() => {
        if (this.#watchers === 0) this.stop();
      });
    };
  }

  /** Tries everything anew; what was under way is given up. Never rejects. */
  async run(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const findings: Finding[] = [];
    const put = (state: DoctorState): void => {
      if (!abort.signal.aborted) this.#state.put(state);
    };
    put({ kind: 'running', findings: [], step: stepAfter([]) });
    try {
      const [{ diagnose }, terms] = await Promise.all([this.#options.load(), this.#options.terms()]);
      if (abort.signal.aborted) return;
      for await (const finding of diagnose({ ...terms, signal: abort.signal })) {
        findings.push(finding);
        put({ kind: 'running', findings: [...findings], step: stepAfter(findings) });
      }
      put({ kind: 'done', findings: [...findings], conclusion: conclude(findings) });
    } catch (error) {
      if (error instanceof EdgeError && error.code === 'ERR_MISSING_OPTIONS') {
        // What is remembered of the device holds no token: nothing can be tried without one.
        put({ kind: 'done', findings: [], conclusion: { kind: 'noToken', isBlocking: true } });
        return;
      }
      const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      put({ kind: 'broken', findings: [...findings], detail });
    }
  }

  /** Gives up what is under way, because nobody looks any more. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    if (this.#state.value.kind === 'running') this.#state.put({ kind: 'idle' });
  }
}
