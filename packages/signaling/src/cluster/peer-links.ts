/** @module The other nodes: messages to and from each, in order, and the end of what is shared. */
import { assertNever } from '@longwire/protocol';
import type { Clock } from '../clock/clock.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { BusListener } from './bus-listener.ts';
import type { BusMessage, Parcel } from './bus-message.ts';
import { Lane, type LaneFault } from './lane.ts';
import { judgeParcel, type LinkOrder } from './link-order.ts';

/** Options of {@link RemoteNodes}. */
export interface PeerLinksOptions {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly canWrite: () => boolean;
  /** Appends an envelope to the inbox of a node. */
  readonly write: (to: string, parcel: string) => Promise<unknown>;
  readonly listener: () => BusListener | undefined;
}

/** Another node with which messages were exchanged. */
interface Peer {
  lane: Lane | undefined;
  order: LinkOrder | undefined;
  /** The outbox broke, so the node needs a message of the next epoch. */
  isOwedHello: boolean;
  /** When it was last listed among the nodes or heard from. */
  seenAt: number;
}

/** How long a gone node is remembered, in milliseconds: longer than any of its messages can be in flight. */
const REMEMBER_MS = 60_000;

/** One outbox per node, and the order of what each node sends. */
export class PeerLinks {
  readonly #options: PeerLinksOptions;
  readonly #peers = new Map<string, Peer>();
  #nodes: readonly string[] = [];
  #opened = 0;

  constructor(options: PeerLinksOptions) {
    this.#options = options;
  }

  /** The other nodes, as last reported by Redis. */
  get nodes(): readonly string[] {
    return this.#nodes;
  }

  /** Sends a message to another node, after all earlier ones. */
  say(to: string, message: BusMessage): void {
    const peer = this.#peer(to);
    peer.lane ??= this.#openLane(to, peer);
    peer.lane.say(JSON.stringify(message));
  }

  /** Resumes writing after a reconnect. */
  resume(): void {
    for (const { lane } of this.#peers.values()) lane?.resume();
  }

  /** Resolves when Redis has stored everything. */
  async idle(): Promise<void> {
    await Promise.all(
      [...this.#peers.values()].flatMap(({ lane }) => (lane === undefined ? [] : [lane.idle])),
    );
  }

  /** Ends all outboxes without notifying the other nodes. */
  end(): void {
    for (const { lane } of this.#peers.values()) lane?.end();
  }

  /**
   * Starts a new epoch with nodes whose outbox broke. Only done at a heartbeat, so that two nodes cannot
   * trigger each other's resets in a loop.
   */
  sayHellos(): void {
    for (const [id, peer] of this.#peers) {
      if (!peer.isOwedHello) continue;
      peer.isOwedHello = false;
      if (this.#nodes.includes(id) && peer.lane === undefined) this.say(id, { type: 'hello' });
    }
  }

  /**
   * Processes the list of nodes that Redis returned for a query at `askedAt`; nodes heard from since then are
   * alive too.
   */
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

  /** Handles an envelope from this node's inbox. */
  handleParcel({ from, link, seq, messages }: Parcel): void {
    const peer = this.#peer(from);
    peer.seenAt = this.#options.clock.monotonic();
    const { verdict, order } = judgeParcel(peer.order, link, seq);
    peer.order = order;
    switch (verdict) {
      case 'repeated':
        return;
      case 'gap':
        this.#options.log.warn({ node: from, link, seq }, 'messages from a node are missing');
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
      this.#options.log.error(errorFields(error), 'cannot handle a message from another node');
    }
  }

  /** Ends everything shared with all nodes. */
  breakAll(fault: LaneFault): void {
    for (const [id, peer] of this.#peers) this.#break(id, peer, fault);
  }

  #break(id: string, peer: Peer, fault: LaneFault): void {
    const { lane } = peer;
    if (lane === undefined) return;
    peer.lane = undefined;
    peer.isOwedHello = fault === 'unreachable';
    lane.end();
    this.#options.log.info({ node: id, fault }, 'everything shared with a node has ended');
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
