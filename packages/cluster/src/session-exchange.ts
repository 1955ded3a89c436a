/** @module Sessions that this node shares with other nodes. */
import { randomUUID } from 'node:crypto';
import { assertNever } from '@longwire/protocol';
import type { Clock } from '@longwire/protocol';
import type { Logger } from '@longwire/protocol';
import type { DeviceKey } from '@longwire/protocol';
import type { Attachment, OpenedSession, SessionOpening } from './ports/presence.ts';
import type { BusMessage, BusMessageOf } from './bus-message.ts';
import { ClusterCloses, type ClusterClose } from './cluster-close.ts';
import type { ClusterTiming } from './cluster-timing.ts';
import { RemoteClient } from './remote-client.ts';
import { RemoteSession } from './remote-session.ts';
import { ACK_BYTES } from './ack-counter.ts';
import { after } from '@longwire/protocol';

/** Options of {@link SessionExchange}. */
export interface SessionExchangeOptions {
  readonly send: (node: string, message: BusMessage) => void;
  /** Finds a device that is attached to this node. */
  readonly findLocal: (key: DeviceKey) => Attachment | undefined;
  readonly timing: Pick<ClusterTiming, 'openMs'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Unacknowledged bytes allowed per session. */
  readonly bufferedBytes: number;
}

/** Session messages between nodes. */
export type SessionMessage = BusMessageOf<'open' | 'opened' | 'refused' | 'say' | 'taken' | 'end'>;

interface Shared<T> {
  readonly node: string;
  readonly end: T;
}

/** Holds two tables: sessions whose client is local, and sessions whose device is local. */
export class SessionExchange {
  readonly #options: SessionExchangeOptions;
  readonly #windowBytes: number;
  readonly #sessions = new Map<string, Shared<RemoteSession>>();
  readonly #clients = new Map<string, Shared<RemoteClient>>();
  #isLeaving = false;

  constructor(options: SessionExchangeOptions) {
    this.#options = options;
    this.#windowBytes = Math.max(options.bufferedBytes, 2 * ACK_BYTES);
  }

  /** Number of sessions shared with other nodes. */
  get size(): number {
    return this.#sessions.size + this.#clients.size;
  }

  /** Opens a session with a device on another node, within a time limit. */
  async open(node: string, key: DeviceKey, opening: SessionOpening): Promise<OpenedSession> {
    if (this.#isLeaving) return { kind: 'unreachable' };
    const { clock, timing } = this.#options;
    const { client, ...rest } = opening;
    const id = randomUUID();
    const send = (message: BusMessage): void => this.#options.send(node, message);
    const onEnd = (): void => void this.#sessions.delete(id);
    const session = new RemoteSession({ id, client, send, onEnd, highWaterBytes: this.#windowBytes });
    this.#sessions.set(id, { node, end: session });
    const opened = session.opened();
    send({ type: 'open', session: id, ...key, ...rest, iceServers: [...rest.iceServers] });
    using _limit = after(clock, timing.openMs, () => {
      send({ type: 'end', session: id, code: ClusterCloses.unreachable.code });
      session.handleRefusal('unreachable');
    });
    return await opened;
  }

  handleMessage(node: string, message: SessionMessage): void {
    switch (message.type) {
      case 'open':
        return this.#handleOpen(node, message);
      case 'opened':
        return this.#session(node, message.session)?.handleOpened(message.onlineMs);
      case 'refused':
        return this.#session(node, message.session)?.handleRefusal(message.reason);
      case 'say':
        return this.#handleText(node, message);
      case 'taken':
        this.#session(node, message.session)?.handleAck(message.bytes);
        return this.#client(node, message.session)?.handleAck(message.bytes);
      case 'end':
        this.#session(node, message.session)?.handleEnd(message.code, message.reason ?? '');
        return this.#client(node, message.session)?.handleEnd(message.code, message.reason);
      default:
        return assertNever(message);
    }
  }

  /** Ends all sessions shared with a node. */
  handleBroken(node: string, fault: 'gone' | 'unreachable'): void {
    const { code, reason } = ClusterCloses[fault];
    const answer = fault === 'gone' ? 'offline' : 'unreachable';
    for (const shared of this.#sessions.values()) {
      if (shared.node === node) this.#safely(() => shared.end.handleEnd(code, reason, answer));
    }
    for (const shared of this.#clients.values()) {
      if (shared.node === node) this.#safely(() => shared.end.handleEnd(code));
    }
  }

  /** Ends both sides of all shared sessions because this node stops. */
  leave(): void {
    this.#isLeaving = true;
    const word = ClusterCloses.gone;
    for (const [id, { node, end }] of this.#sessions) {
      this.#options.send(node, { type: 'end', session: id, code: word.code });
      this.#safely(() => end.handleEnd(word.code, word.reason, 'unreachable'));
    }
    for (const { end } of this.#clients.values()) this.#safely(() => end.cut(word));
  }

  /** Runs `end` and logs its error, so that one failure does not keep other sessions from ending. */
  #safely(end: () => void): void {
    try {
      end();
    } catch (error) {
      this.#options.logger.error('cluster.end-failed', { error });
    }
  }

  #handleOpen(node: string, message: BusMessageOf<'open'>): void {
    const { session: id, productId, deviceId, type: _type, ...opening } = message;
    const send = (answer: BusMessage): void => this.#options.send(node, answer);
    const attachment = this.#isLeaving ? undefined : this.#options.findLocal({ productId, deviceId });
    if (attachment === undefined) return send({ type: 'refused', session: id, reason: 'offline' });
    const onEnd = (): void => void this.#clients.delete(id);
    const client = new RemoteClient({
      id,
      send,
      onEnd,
      logger: this.#options.logger,
      maxUnreadBytes: this.#windowBytes,
    });
    this.#clients.set(id, { node, end: client });
    return void client.open(attachment, opening);
  }

  #handleText(node: string, { session, text }: BusMessageOf<'say'>): void {
    const end = this.#session(node, session) ?? this.#client(node, session);
    if (end !== undefined) return end.handleText(text);
    const word: ClusterClose = ClusterCloses.gone;
    return this.#options.send(node, { type: 'end', session, ...word });
  }

  #session(node: string, id: string): RemoteSession | undefined {
    const shared = this.#sessions.get(id);
    return shared?.node === node ? shared.end : undefined;
  }

  #client(node: string, id: string): RemoteClient | undefined {
    const shared = this.#clients.get(id);
    return shared?.node === node ? shared.end : undefined;
  }
}
