/** @module The account of numbered calls: each settles exactly once, none that must not be repeated runs twice, none is answered that did not run. */

/** `once`: it must not run twice. `repeatable`: it may. */
export type CallKind = 'once' | 'repeatable';

/** How a call settled: the status of its answer, or the code of its error; undefined for an error without a code. */
export type CallEnd = { readonly status: number } | { readonly code: string | undefined };

type Call = { readonly kind: CallKind; readonly sentMs: number } & (
  | { readonly state: 'open' | 'abandoned' }
  | { readonly state: 'settled'; readonly end: CallEnd }
);

/** What came of the calls. */
export interface CallCounts {
  readonly sent: number;
  readonly answered: number;
  /** Calls whose caller was gone before it could report their end. */
  readonly abandoned: number;
  /** Statuses other than 2.xx and codes of errors, with how often each was seen. */
  readonly errors: ReadonlyMap<string, number>;
  readonly doubled: number;
  readonly lost: number;
  readonly hanging: number;
}

const isSuccess = (end: CallEnd): boolean => 'status' in end && end.status >= 200 && end.status < 300;

/** Keeps the account of all calls of a run. */
export class CallAccount {
  readonly #limitMs: number;
  readonly #calls = new Map<number, Call>();
  readonly #runs = new Map<number, number>();
  readonly #faults: string[] = [];

  /** @param limitMs after this time an unsettled call hangs */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  send(number: number, kind: CallKind, nowMs: number): void {
    if (this.#calls.has(number)) this.#faults.push(`call ${number} was sent twice`);
    this.#calls.set(number, { kind, sentMs: nowMs, state: 'open' });
  }

  settle(number: number, end: CallEnd): void {
    const call = this.#calls.get(number);
    if (call === undefined) this.#faults.push(`call ${number} settled and was never sent`);
    else if (call.state === 'settled') this.#faults.push(`call ${number} settled twice`);
    else this.#calls.set(number, { ...call, state: 'settled', end });
    if ('code' in end && end.code === undefined)
      this.#faults.push(`call ${number} ended in an error without a code`);
  }

  /** The caller of all open calls is gone. */
  abandon(): void {
    for (const [number, call] of this.#calls)
      if (call.state === 'open') this.#calls.set(number, { ...call, state: 'abandoned' });
  }

  /** The device ran the call. */
  run(number: number): void {
    this.#runs.set(number, (this.#runs.get(number) ?? 0) + 1);
  }

  /** Whether a call is under way. */
  get isOpen(): boolean {
    return [...this.#calls.values()].some(({ state }) => state === 'open');
  }

  counts(nowMs: number): CallCounts {
    const calls = [...this.#calls];
    const ends = calls.flatMap(([, call]) => (call.state === 'settled' ? [call.end] : []));
    const failed = ends.filter((end) => !isSuccess(end));
    const byWord = Map.groupBy(failed, (end) =>
      'status' in end ? String(end.status) : (end.code ?? 'no code'),
    );
    return {
      sent: calls.length,
      answered: ends.length - failed.length,
      abandoned: calls.filter(([, { state }]) => state === 'abandoned').length,
      errors: new Map([...byWord].map(([word, its]) => [word, its.length])),
      doubled: this.#doubled().length,
      lost: this.#lost().length,
      hanging: this.#hanging(nowMs).length,
    };
  }

  /** Everything that must not be, in words. */
  faults(nowMs: number): readonly string[] {
    return [
      ...this.#faults,
      ...this.#doubled().map((number) => `call ${number} ran ${this.#runs.get(number)} times`),
      ...this.#lost().map((number) => `call ${number} was answered and did not run`),
      ...this.#hanging(nowMs).map((number) => `call ${number} did not settle within ${this.#limitMs} ms`),
    ];
  }

  #numbers(isAmong: (call: Call, runs: number) => boolean): number[] {
    return [...this.#calls].flatMap(([number, call]) =>
      isAmong(call, this.#runs.get(number) ?? 0) ? [number] : [],
    );
  }

  #doubled(): number[] {
    return this.#numbers(({ kind }, runs) => kind === 'once' && runs > 1);
  }

  #lost(): number[] {
    return this.#numbers((call, runs) => call.state === 'settled' && isSuccess(call.end) && runs === 0);
  }

  #hanging(nowMs: number): number[] {
    return this.#numbers((call) => call.state === 'open' && nowMs - call.sentMs > this.#limitMs);
  }
}
