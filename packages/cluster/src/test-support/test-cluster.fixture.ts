/** @module Nodes without sockets: clusters on one Redis, and session ends that tests control. */
import { clockOf, type Clock, type DeviceKey, type LogFields, type Logger } from '@longwire/protocol';
import type { Cluster } from '../cluster.ts';
import { createCluster } from '../create-cluster.ts';
import type { ClusterTiming } from '../cluster-timing.ts';
import type {
  Attachment,
  SessionDevice,
  OpenedSession,
  SessionClient,
  SessionOpening,
} from '../ports/presence.ts';
import type { TestRedis } from './redis.fixture.ts';

/** The machine's clock. */
export const systemClock: Clock = clockOf(globalThis);

/** Collects log lines. */
export class TestLog implements Logger {
  readonly lines: string[] = [];

  debug(event: string, fields?: LogFields): void {
    this.#add('debug', event, fields);
  }

  info(event: string, fields?: LogFields): void {
    this.#add('info', event, fields);
  }

  warn(event: string, fields?: LogFields): void {
    this.#add('warn', event, fields);
  }

  error(event: string, fields?: LogFields): void {
    this.#add('error', event, fields);
  }

  #add(level: string, event: string, fields: LogFields = {}): void {
    this.lines.push(JSON.stringify({ level, event, ...fields }, errorsAsText));
  }
}

function errorsAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? String(value) : value;
}

/** A node without sockets. */
export interface TestNode extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly id: string;
  readonly log: TestLog;
}

/** Options of a test node. */
export interface TestNodeOptions {
  readonly clock?: Clock;
  readonly timing?: Partial<ClusterTiming>;
  readonly bufferedBytes?: number;
  readonly url?: string;
  readonly prefix?: string;
}

/** Starts a node. */
export async function startNode(
  redis: TestRedis,
  id: string,
  options: TestNodeOptions = {},
): Promise<TestNode> {
  const { clock = systemClock, timing = {}, bufferedBytes = 1024 * 1024, url = redis.url, prefix } = options;
  const log = new TestLog();
  const cluster = await createCluster({
    redis: { url, prefix },
    nodeId: id,
    logger: log,
    clock,
    timing,
    bufferedBytes,
  });
  return { cluster, id, log, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() };
}

/** An attached device's end of a session. */
export class DeviceEnd implements SessionDevice {
  readonly client: SessionClient;
  readonly heard: string[] = [];
  endedWith: number | undefined;
  endReason: string | undefined;
  /** While pending, the device lags behind. */
  behind: Promise<void> | undefined;

  constructor(client: SessionClient) {
    this.client = client;
  }

  deliver(text: string): Promise<void> | undefined {
    this.heard.push(text);
    return this.behind;
  }

  end(code: number, reason?: string): void {
    this.endedWith = code;
    this.endReason = reason;
  }
}

/** An attached device. */
export class TestAttachment implements Attachment {
  readonly sessions: DeviceEnd[] = [];
  isReplaced = false;
  answer: 'opened' | 'full' | 'offline' = 'opened';
  onlineMs: number | undefined;

  async openSession({ client }: SessionOpening): Promise<OpenedSession> {
    if (this.answer !== 'opened') return { kind: this.answer };
    const session = new DeviceEnd(client);
    this.sessions.push(session);
    return { kind: 'opened', session, onlineMs: this.onlineMs };
  }

  replace(): void {
    this.isReplaced = true;
  }
}

/** A client's end of a session. */
export class ClientEnd implements SessionClient {
  readonly heard: string[] = [];
  ended: { code: number; reason: string } | undefined;

  deliver(text: string): void {
    this.heard.push(text);
  }

  end(code: number, reason: string): void {
    this.ended = { code, reason };
  }
}

/** Looks up a device as a login does and requests a session. */
export async function login(
  node: TestNode,
  key: DeviceKey,
  client: SessionClient = new ClientEnd(),
): Promise<OpenedSession> {
  const located = await node.cluster.presence.locate(key);
  if (located.kind !== 'attached') return located;
  return located.attachment.openSession({ tokenId: 'lw_1', iceServers: [], client });
}

/** Both ends of a session across nodes. */
export interface TestSession {
  readonly client: ClientEnd;
  /** The end that the client's node writes to. */
  readonly session: SessionDevice;
  readonly device: DeviceEnd;
}

/** Opens a session with a device on another node. */
export async function connect(
  node: TestNode,
  key: DeviceKey,
  attachment: TestAttachment,
): Promise<TestSession> {
  const client = new ClientEnd();
  const opened = await login(node, key, client);
  const device = attachment.sessions.at(-1);
  if (opened.kind !== 'opened' || device === undefined) throw new Error(`session is ${opened.kind}`);
  return { client, session: opened.session, device };
}

/** `prefix-0` to `prefix-<count - 1>`. */
export function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `${prefix}-${number}`);
}
