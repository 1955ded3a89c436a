/** @module Checks that envelopes from another node arrive in order, each once. */

/** The last envelope received from a node. */
export interface LinkOrder {
  /** Epoch of the sender; it starts a higher one after every break. */
  readonly link: number;
  readonly seq: number;
  /** An envelope of this epoch was lost: the rest of it is ignored. */
  readonly isBroken: boolean;
}

/** What to do with an envelope, and the state after it. */
export interface Judgement {
  /**
   * `renewed`: the sender started a new epoch and everything shared before has ended; `gap`: an envelope is
   * missing.
   */
  readonly verdict: 'next' | 'renewed' | 'repeated' | 'gap';
  readonly order: LinkOrder | undefined;
}

/** Checks an envelope by its epoch and sequence number. */
export function judgeParcel(order: LinkOrder | undefined, link: number, seq: number): Judgement {
  if (order === undefined || link > order.link) {
    if (seq !== 1) return { verdict: 'gap', order: { link, seq, isBroken: true } };
    return { verdict: order === undefined ? 'next' : 'renewed', order: { link, seq, isBroken: false } };
  }
  if (link < order.link || order.isBroken || seq <= order.seq) return { verdict: 'repeated', order };
  if (seq > order.seq + 1) return { verdict: 'gap', order: { link, seq, isBroken: true } };
  return { verdict: 'next', order: { link, seq, isBroken: false } };
}
