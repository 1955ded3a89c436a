/** @module The other nodes: messages to and from each, in order, and the end of what is shared. */
import { assertNever } from '@longwire/protocol';
import type { Clock } from '@longwire/protocol';
import type { Logger } from '@longwire/protocol';
import type { BusListener } from './bus-listener.ts';
import type { BusMessage, Envelope } from './bus-message.ts';
import { NodeOutbox, type OutboxFault } from './node-outbox.ts';
import { checkOrder, type EnvelopeOrder } from './envelope-order.ts';

/** Options of {@link RemoteNodes}. */
export interface RemoteNodesOptions {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly canWrite: () => boolean;
  /** Appends an envelope to the inbox of a node. */
  readonly write: (to: string, envelope: string) => Promise<unknown>;
  readonly listener: () => BusListener | undefined;
}

/** Another node with which messages were exchanged. */
interface RemoteNode {
  outbox: NodeOutbox | undefined;
  order: EnvelopeOrder | undefined;
  /** The outbox broke, so the node needs a message of the next epoch. */
  needsHello: boolean;
  /** When it was last listed among the nodes or heard from. */
  seenAt: number;
}

/** How long a gone node is remembered, in milliseconds: longer than any of its messages can be in flight. */
const REMEMBER_MS = 60_000;

/** One outbox per node, and the order of what each node sends. */
export class RemoteNodes {
  readonly #options: RemoteNodesOptions;
  readonly #remotes = new Map<string, RemoteNode>();
  #nodes: readonly string[] = [];
  #opened = 0;

  constructor(options: RemoteNodesOptions) {
    this.#options = options;
  }

  /** The other nodes, as last reported by Redis. */
  get nodes(): readonly string[] {
    return this.#nodes;
  }

  /** Sends a message to another node, after all earlier ones. */
  send(to: string, message: BusMessage): void {
    const remote = this.#remote(to);
    remote.outbox ??= this.#openOutbox(to, remote);
    remote.outbox.send(JSON.stringify(message));
  }

  /** Resumes writing after a reconnect. */
  resume(): void {
    for (const { outbox } of this.#remotes.values()) outbox?.resume();
  }

  /** Resolves when Redis has stored everything. */
  async idle(): Promise<void> {
    await Promise.all(
      [...this.#remotes.values()].flatMap(({ outbox }) => (outbox === undefined ? [] : [outbox.idle])),
    );
  }

  /** Ends all outboxes without notifying the other nodes. */
  end(): void {
    for (const { outbox } of this.#remotes.values()) outbox?.end();
  }

  /**
   * Starts a new epoch with nodes whose outbox broke. Only done at a heartbeat, so that two nodes cannot
   * trigger each other's resets in a loop.
   */
  sendHellos(): void {
    for (const [id, remote] of this.#remotes) {
      if (!remote.needsHello) continue;
      remote.needsHello = false;
      if (this.#nodes.includes(id) && remote.outbox === undefined) this.send(id, { type: 'hello' });
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
    for (const [id, remote] of this.#remotes) {
      if (seen.has(id)) remote.seenAt = now;
      else if (remote.seenAt < askedAt) this.#break(id, remote, 'gone');
      if (now - remote.seenAt > REMEMBER_MS) this.#remotes.delete(id);
    }
  }

  /** Handles an envelope from this node's inbox. */
  handleEnvelope({ from, epoch, seq, messages }: Envelope): void {
    const remote = this.#remote(from);
    remote.seenAt = this.#options.clock.monotonic();
    const { verdict, order } = checkOrder(remote.order, epoch, seq);
    remote.order = order;
    switch (verdict) {
      case 'repeated':
        return;
      case 'gap':
        this.#options.logger.warn('cluster.messages-missing', { node: from, epoch, seq });
        this.#options.listener()?.handleBroken(from, 'unreachable');
        this.send(from, { type: 'reset', link: epoch });
        return;
      case 'renewed':
        this.#options.listener()?.handleBroken(from, 'unreachable');
        break;
      case 'next':
        break;
      default:
        assertNever(verdict);
    }
    for (const message of messages) this.#handleMessage(from, remote, message);
  }

  #handleMessage(from: string, remote: RemoteNode, message: BusMessage): void {
    if (message.type === 'hello') return;
    if (message.type === 'reset') {
      if (message.link === remote.outbox?.epoch) this.#break(from, remote, 'unreachable');
      return;
    }
    try {
      this.#options.listener()?.handleMessage(from, message);
    } catch (error) {
      this.#options.logger.error('cluster.message-failed', { error });
    }
  }

  /** Ends everything shared with all nodes. */
  breakAll(fault: OutboxFault): void {
    for (const [id, remote] of this.#remotes) this.#break(id, remote, fault);
  }

  #break(id: string, remote: RemoteNode, fault: OutboxFault): void {
    const { outbox } = remote;
    if (outbox === undefined) return;
    remote.outbox = undefined;
    remote.needsHello = fault === 'unreachable';
    outbox.end();
    this.#options.logger.info('cluster.node-lost', { node: id, fault });
    this.#options.listener()?.handleBroken(id, fault);
  }

  #remote(id: string): RemoteNode {
    const existing = this.#remotes.get(id);
    if (existing !== undefined) return existing;
    const { clock } = this.#options;
    const remote: RemoteNode = {
      outbox: undefined,
      order: undefined,
      needsHello: false,
      seenAt: clock.monotonic(),
    };
    this.#remotes.set(id, remote);
    return remote;
  }

  #openOutbox(to: string, remote: RemoteNode): NodeOutbox {
    this.#opened += 1;
    remote.needsHello = false;
    return new NodeOutbox({
      from: this.#options.nodeId,
      epoch: this.#opened,
      canWrite: this.#options.canWrite,
      write: (envelope) => this.#options.write(to, envelope),
      onFault: (fault) => this.#break(to, remote, fault),
    });
  }
}
