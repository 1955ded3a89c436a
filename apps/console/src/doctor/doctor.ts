/** @module The doctor: tests the connection to a device step by step, one diagnosis at a time, and reports the problem. Outside React. */

import { EdgeError } from '@longwire/client';
import type { diagnose, DiagnoseOptions, DiagnosisStep, Finding } from '@longwire/client/diagnostics';
import { Store } from '@longwire/protocol/base';
import { conclude, type Conclusion } from './conclusion.ts';
import { stepAfter } from './check.ts';

/** The state of a diagnosis. */
export type DoctorState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly findings: readonly Finding[];
      readonly step: DiagnosisStep | undefined;
    }
  | { readonly kind: 'done'; readonly findings: readonly Finding[]; readonly conclusion: Conclusion }
  /** The diagnosis could not run: its code did not load. */
  | { readonly kind: 'broken'; readonly findings: readonly Finding[]; readonly detail: string };

/** Options of `Doctor`. */
export interface DoctorOptions {
  /** Loads the code of the diagnosis on demand. */
  readonly load: () => Promise<{ readonly diagnose: typeof diagnose }>;
  /** What to diagnose; read again for each run. */
  readonly terms: () => Promise<DiagnoseOptions>;
}

/** Diagnoses one device. */
export class Doctor {
  readonly #options: DoctorOptions;
  #abort: AbortController | undefined;
  #watchers = 0;
  readonly #state = new Store<DoctorState>({ kind: 'idle' });

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#state.subscribe;

  /** The current state. */
  readonly snapshot = this.#state.snapshot;

  constructor(options: DoctorOptions) {
    this.#options = options;
  }

  /** Starts unless there is a result already; returns the unsubscriber. Without watchers the diagnosis is aborted. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#state.value.kind === 'idle') void this.run();
    return () => {
      this.#watchers -= 1;
      // A subscriber that comes back immediately finds it still running.
      queueMicrotask(() => {
        if (this.#watchers === 0) this.stop();
      });
    };
  }

  /** Starts over, aborting a running diagnosis. Never rejects. */
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
        // Without a stored token, nothing can be tried.
        put({ kind: 'done', findings: [], conclusion: { kind: 'noToken', isBlocking: true } });
        return;
      }
      const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      put({ kind: 'broken', findings: [...findings], detail });
    }
  }

  /** Aborts a running diagnosis. */
  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    if (this.#state.value.kind === 'running') this.#state.put({ kind: 'idle' });
  }
}
