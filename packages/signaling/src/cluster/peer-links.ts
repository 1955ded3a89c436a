/** @module The other nodes: what is said to each, what is heard of each, in order, and when that is over. */
import { assertNever } from '@longwire/protocol';
import type { Clock } from '../clock/clock.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { BusListener } from './bus-listener.ts';
import type { BusMessage, Parcel } from './bus-message.ts';
import { Lane, type LaneFault } from './lane.ts';
import { judgeParcel, type LinkOrder } from './link-order.ts';

/** What {@link PeerLinks} need. */
export interface PeerLinksOptions {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly canWrite: () => boolean;
  /** Writes a parcel into the inbox of a node. */
  readonly write: (to: string, parcel: string) => Promise<unknown>;
  readonly listener: () => BusListener | undefined;
}

/** Another node, as far as something was heard of it or said to it. */
interface Peer {
  lane: Lane | undefined;
  order: LinkOrder | undefined;
  /** What it shares with this node was ended here, and it has to be told. */
  isOwedHello: boolean;
  /** When it was last seen among the nodes, or heard. */
  seenAt: number;
}

/** How long a node that is gone is remembered, in milliseconds: longer than anything that it said can be under way. */
const REMEMBER_MS = 60_000;

/** One lane to each node that something was said to, and the order of what each says. */
export class PeerLinks {
  readonly #options: PeerLinksOptions;
  readonly #peers = new Map<string, Peer>();
  #nodes: readonly string[] = [];
  #opened = 0;

  constructor(options: PeerLinksOptions) {
    this.#options = options;
  }

  /** The other nodes, as last seen. */
  get nodes(): readonly string[] {
    return this.#nodes;
  }

  /** Says something to another node, after all that was said to it before. */
  say(to: string, message: BusMessage): void {
    const peer = this.#peer(to);
    peer.lane ??= this.#openLane(to, peer);
    peer.lane.say(JSON.stringify(message));
  }

  /** Goes on writing what waited. */
  resume(): void {
    for (const { lane } of this.#peers.values()) lane?.resume();
  }

  /** Resolves when all that was said has been written. */
  async idle(): Promise<void> {
    await Promise.all(
      [...this.#peers.values()].flatMap(({ lane }) => (lane === undefined ? [] : [lane.idle])),
    );
  }

  /** Ends all lanes, without telling anybody. */
  end(): void {
    for (const { lane } of this.#peers.values()) lane?.end();
  }

  /** A node is told only at a beat that what it shared is over, so that no failure can be answered by another at once. */
  sayHellos(): void {
    for (const [id, peer] of this.#peers) {
      if (!peer.isOwedHello) continue;
      peer.isOwedHello = false;
      if (this.#nodes.includes(id) && peer.lane === undefined) this.say(id, { type: 'hello' });
    }
  }

  /** These nodes were there when Redis was asked at `askedAt`; who was heard after that is there as well. */
  handleNodes(ids: readonly string[], askedAt: number): void {
    const { nodeId, clock } = this.#options;
    const now = clock.monotonic();
    const seen = new Set(ids);
    this.#nodes = ids.filter((id) => id !== nodeId);
    for (const [id, peer] of this.#peers) {
      if (seen.has(id)) peer.seenAt = now;
      else if (peer.seenAt < askedAt) this.#break(id, peer, 'gone');
      if (now - peer.seenAt > REMEMBER_MS) this.#peers.delete(id);
    }
  }

  /** Takes what another node wrote into this one's inbox. */
  handleParcel({ from, link, seq, messages }: Parcel): void {
    const peer = this.#peer(from);
    peer.seenAt = this.#options.clock.monotonic();
    const { verdict, order } = judgeParcel(peer.order, link, seq);
    peer.order = order;
    switch (verdict) {
      case 'repeated':
        return;
      case 'gap':
        this.#options.log.warn({ node: from, link, seq }, 'messages of a node are missing');
        this.#options.listener()?.handleBroken(from, 'unreachable');
        this.say(from, { type: 'reset', link });
        return;
      case 'renewed':
        this.#options.listener()?.handleBroken(from, 'unreachable');
        break;
      case 'next':
        break;
      default:
        assertNever(verdict);
    }
    for (const message of messages) this.#handleMessage(from, peer, message);
  }

  #handleMessage(from: string, peer: Peer, message: BusMessage): void {
    if (message.type === 'hello') return;
    if (message.type === 'reset') {
      if (message.link === peer.lane?.link) this.#break(from, peer, 'unreachable');
      return;
    }
    try {
      this.#options.listener()?.handleMessage(from, message);
    } catch (error) {
      this.#options.log.error(errorFields(error), 'a message of another node could not be handled');
    }
  }

  /** All that is shared with any node is over. */
  breakAll(fault: LaneFault): void {
    for (const [id, peer] of this.#peers) this.#break(id, peer, fault);
  }

  #break(id: string, peer: Peer, fault: LaneFault): void {
    const { lane } = peer;
    if (lane === undefined) return;
    peer.lane = undefined;
    peer.isOwedHello = fault === 'unreachable';
    lane.end();
    this.#options.log.info({ node: id, fault }, 'what was shared with a node is over');
    this.#options.listener()?.handleBroken(id, fault);
  }

  #peer(id: string): Peer {
    const known = this.#peers.get(id);
    if (known !== undefined) return known;
    const { clock } = this.#options;
    const peer: Peer = { lane: undefined, order: undefined, isOwedHello: false, seenAt: clock.monotonic() };
    this.#peers.set(id, peer);
    return peer;
  }

  #openLane(to: string, peer: Peer): Lane {
    this.#opened += 1;
    peer.isOwedHello = false;
    return new Lane({
      from: this.#options.nodeId,
      link: this.#opened,
      canWrite: this.#options.canWrite,
      write: (parcel) => this.#options.write(to, parcel),
      onFault: (fault) => this.#break(to, peer, fault),
    });
  }
}
