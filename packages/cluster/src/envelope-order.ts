/** @module Checks that envelopes from another node arrive in order, each once. */

/** The last envelope received from a node. */
export interface EnvelopeOrder {
  /** Epoch of the sender; it starts a higher one after every break. */
  readonly epoch: number;
  readonly seq: number;
  /** An envelope of this epoch was lost: the rest of it is ignored. */
  readonly isBroken: boolean;
}

/** What to do with an envelope, and the state after it. */
export interface OrderCheck {
  /**
   * `renewed`: the sender started a new epoch and everything shared before has ended; `gap`: an envelope is
   * missing.
   */
  readonly verdict: 'next' | 'renewed' | 'repeated' | 'gap';
  readonly order: EnvelopeOrder | undefined;
}

/** Checks an envelope by its epoch and sequence number. */
export function checkOrder(order: EnvelopeOrder | undefined, epoch: number, seq: number): OrderCheck {
  if (order === undefined || epoch > order.epoch) {
    if (seq !== 1) return { verdict: 'gap', order: { epoch, seq, isBroken: true } };
    return { verdict: order === undefined ? 'next' : 'renewed', order: { epoch, seq, isBroken: false } };
  }
  if (epoch < order.epoch || order.isBroken || seq <= order.seq) return { verdict: 'repeated', order };
  if (seq > order.seq + 1) return { verdict: 'gap', order: { epoch, seq, isBroken: true } };
  return { verdict: 'next', order: { epoch, seq, isBroken: false } };
}
