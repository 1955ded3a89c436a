/** @module Whether what another node said comes next: nothing twice, nothing out of turn. */

/** What was heard of one node last. */
export interface LinkOrder {
  /** The number of the link; a node that begins anew takes a higher one. */
  readonly link: number;
  readonly seq: number;
  /** Something of this link was lost: nothing more of it counts. */
  readonly isBroken: boolean;
}

/** What to do with a parcel, and what was heard last from then on. */
export interface Judgement {
  /** `renewed`: the sender has begun anew, and what was shared before is over; `gap`: something is missing. */
  readonly verdict: 'next' | 'renewed' | 'repeated' | 'gap';
  readonly order: LinkOrder | undefined;
}

/** Judges a parcel by its numbers. */
export function judgeParcel(order: LinkOrder | undefined, link: number, seq: number): Judgement {
  if (order === undefined || link > order.link) {
    if (seq !== 1) return { verdict: 'gap', order: { link, seq, isBroken: true } };
    return { verdict: order === undefined ? 'next' : 'renewed', order: { link, seq, isBroken: false } };
  }
  if (link < order.link || order.isBroken || seq <= order.seq) return { verdict: 'repeated', order };
  if (seq > order.seq + 1) return { verdict: 'gap', order: { link, seq, isBroken: true } };
  return { verdict: 'next', order: { link, seq, isBroken: false } };
}
