/** @module Groups packets by burst, and compares the time between two bursts at both ends (draft-ietf-rmcat-gcc-02 section 5.1 and 5.2). */

/** The sending and the arrival of a packet, each on its own clock. */
export interface Arrival {
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** How much later the second of two groups arrived than it was sent. */
export interface DelayVariation {
  readonly deltaMs: number;
  /** The arrival of the second group's last packet. */
  readonly receivedMs: number;
}

interface Group {
  readonly firstSentMs: number;
  readonly firstReceivedMs: number;
  lastSentMs: number;
  lastReceivedMs: number;
}

/** Packets that are sent within this time belong together, in milliseconds. Reason: the interval of the pacer. */
const BURST_MS = 5;

/** Longest group that arrives as one burst, in milliseconds. */
const MAX_ARRIVAL_BURST_MS = 100;

/** An arrival this much earlier or later than expected, in milliseconds, starts again: a viewer's clock jumped, or it lies. */
const MAX_JUMP_MS = 3_000;

/** Compares each group with the previous one. */
export class ArrivalGroups {
  #previous: Group | undefined;
  #current: Group | undefined;

  /** Adds a packet, in the order of sending. Returns the variation between two groups that are complete. */
  add({ sentMs, receivedMs }: Arrival): DelayVariation | undefined {
    const group = this.#current;
    if (group === undefined || isJump(group, sentMs, receivedMs)) {
      this.#previous = undefined;
      this.#current = newGroup(sentMs, receivedMs);
      return undefined;
    }
    // Reordered by the network.
    if (sentMs < group.firstSentMs) return undefined;
    if (belongs(group, sentMs, receivedMs)) {
      group.lastSentMs = Math.max(group.lastSentMs, sentMs);
      group.lastReceivedMs = Math.max(group.lastReceivedMs, receivedMs);
      return undefined;
    }
    const variation = this.#previous === undefined ? undefined : between(this.#previous, group);
    this.#previous = group;
    this.#current = newGroup(sentMs, receivedMs);
    return variation;
  }
}

function newGroup(sentMs: number, receivedMs: number): Group {
  return { firstSentMs: sentMs, firstReceivedMs: receivedMs, lastSentMs: sentMs, lastReceivedMs: receivedMs };
}

function isJump(group: Group, sentMs: number, receivedMs: number): boolean {
  return Math.abs(receivedMs - group.lastReceivedMs - (sentMs - group.lastSentMs)) > MAX_JUMP_MS;
}

function belongs(group: Group, sentMs: number, receivedMs: number): boolean {
  if (sentMs - group.firstSentMs <= BURST_MS) return true;
  const isLess = receivedMs - group.lastReceivedMs < sentMs - group.lastSentMs;
  return (
    isLess &&
    receivedMs - group.lastReceivedMs <= BURST_MS &&
    receivedMs - group.firstReceivedMs < MAX_ARRIVAL_BURST_MS
  );
}

function between(first: Group, second: Group): DelayVariation {
  const received = second.lastReceivedMs - first.lastReceivedMs;
  return {
    deltaMs: received - (second.lastSentMs - first.lastSentMs),
    receivedMs: second.lastReceivedMs,
  };
}
