/**
 * @module A device and clients that reconnect whenever they are disconnected, and number all their messages.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  encodeSignalingMessage,
  parseAttachmentMessage,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
} from '@longwire/protocol';
import { TestDevice, type DeviceTarget } from './test-device.fixture.ts';
import { TestSocket, type Closed } from './test-socket.fixture.ts';

/** Delay between attempts and between messages, in milliseconds. */
const RETRY_MS = 50;
const PACE_MS = 5;

/** Messages sent and received between a login and its end. */
export interface Conversation {
  /** Name that the first message announces to the other end. */
  readonly name: string;
  sent: number;
  readonly heard: string[];
  closed: Closed | undefined;
}

/** The name and number in a message. */
interface Word {
  readonly name: string;
  readonly number: number;
}

function encodeWord({ name, number }: Word): string {
  return JSON.stringify({ type: 2, data: JSON.stringify({ candidate: `${name} ${number}`, sdpMid: '0' }) });
}

function nameOf(text: string): string {
  const frame: unknown = JSON.parse(text);
  if (typeof frame !== 'object' || frame === null || !('data' in frame)) return '';
  return /"candidate":"(\S+) \d+"/.exec(String(frame.data))?.[1] ?? '';
}

/** The first `count` words of the peer called `name`. */
export function words(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) => encodeWord({ name, number }));
}

/** Sends words one after the other while `isOn` returns true. */
async function speak(
  conversation: Conversation,
  isOn: () => boolean,
  say: (text: string) => void,
): Promise<void> {
  while (conversation.closed === undefined) {
    if (isOn()) {
      say(encodeWord({ name: conversation.name, number: conversation.sent }));
      conversation.sent += 1;
    }
    await wait(PACE_MS);
  }
}

/** What clients and devices share. */
abstract class SteadyPeer implements AsyncDisposable {
  /** Whether it sends messages. */
  isTalking = true;
  protected isGone = false;
  readonly #running: Promise<void>;

  constructor() {
    this.#running = this.#run();
  }

  /** Runs one connection from start to end; throws if it cannot connect. */
  protected abstract connect(): Promise<void>;

  protected abstract leave(): void;

  async #run(): Promise<void> {
    await Promise.resolve();
    while (!this.isGone) {
      await this.connect().catch(() => undefined);
      if (!this.isGone) await wait(RETRY_MS);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isGone = true;
    this.leave();
    await this.#running;
  }
}

/** A client's identity, and how it picks its next node. */
export interface SteadyClientOptions {
  readonly name: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct: string;
  readonly pickUrl: () => string;
}

/** A client that logs in repeatedly. */
export class SteadyClient extends SteadyPeer {
  /** One per answered login. */
  readonly conversations: Conversation[] = [];
  /** How each of its sockets ended. */
  readonly ends: Closed[] = [];
  readonly #options: SteadyClientOptions;
  #socket: TestSocket | undefined;

  constructor(options: SteadyClientOptions) {
    super();
    this.#options = options;
  }

  /** The current conversation. */
  get current(): Conversation | undefined {
    const last = this.conversations.at(-1);
    return last?.closed === undefined ? last : undefined;
  }

  protected override leave(): void {
    this.#socket?.socket.close(1000);
  }

  protected override async connect(): Promise<void> {
    const { name, productId, deviceId, sct, pickUrl } = this.#options;
    const socket = await TestSocket.open(`${pickUrl()}${SIGNALING_PATH}`, [SIGNALING_SUBPROTOCOL]);
    this.#socket = socket;
    if (this.isGone) this.leave();
    void socket.closed.then((closed) => this.ends.push(closed));
    socket.sendText(encodeSignalingMessage({ kind: 'login', productId, deviceId, sct }));
    await socket.text();
    const conversation: Conversation = {
      name: `${name}.${this.conversations.length}`,
      sent: 0,
      heard: [],
      closed: undefined,
    };
    this.conversations.push(conversation);
    void socket.closed.then((closed) => (conversation.closed = closed));
    const speaking = speak(
      conversation,
      () => this.isTalking && !this.isGone,
      (text) => socket.sendText(text),
    );
    for await (const text of arriving(socket)) conversation.heard.push(text);
    await speaking;
  }
}

/** A device that attaches repeatedly and answers in every session. */
export class SteadyDevice extends SteadyPeer {
  /** One per session, across attachments. */
  readonly conversations: Conversation[] = [];
  readonly ends: Closed[] = [];
  attachments = 0;
  readonly #target: Omit<DeviceTarget, 'url'>;
  readonly #pickUrl: () => string;
  #device: TestDevice | undefined;

  constructor(target: Omit<DeviceTarget, 'url'>, pickUrl: () => string) {
    super();
    this.#target = target;
    this.#pickUrl = pickUrl;
  }

  get isAttached(): boolean {
    return this.#device !== undefined;
  }

  /** Messages received from the client of this name. */
  heardFrom(name: string): string[] {
    return this.conversations.flatMap(({ heard }) => heard.filter((text) => nameOf(text) === name));
  }

  /** The conversation with the client of this name. */
  conversationWith(name: string): Conversation | undefined {
    return this.conversations.find(({ heard }) => heard[0] !== undefined && nameOf(heard[0]) === name);
  }

  protected override leave(): void {
    this.#device?.link.socket.close(1000);
  }

  protected override async connect(): Promise<void> {
    const device = await TestDevice.attach({ ...this.#target, url: this.#pickUrl() });
    this.#device = device;
    this.attachments += 1;
    if (this.isGone) this.leave();
    const open = new Map<string, Conversation>();
    const speaking: Promise<void>[] = [];
    for await (const text of arriving(device.link)) {
      const parsed = parseAttachmentMessage(text);
      if (!parsed.ok) continue;
      const message = parsed.value;
      if (message.type === 'session-open') speaking.push(this.#meet(device, message.session, open));
      if (message.type === 'session-message') open.get(message.session)?.heard.push(message.message);
      if (message.type === 'session-close') {
        const conversation = open.get(message.session);
        if (conversation !== undefined) conversation.closed = { code: message.code, reason: '' };
        open.delete(message.session);
      }
    }
    this.#device = undefined;
    const closed = await device.closed;
    this.ends.push(closed);
    for (const conversation of open.values()) conversation.closed ??= closed;
    await Promise.all(speaking);
  }

  #meet(device: TestDevice, session: string, open: Map<string, Conversation>): Promise<void> {
    const conversation: Conversation = { name: session, sent: 0, heard: [], closed: undefined };
    open.set(session, conversation);
    this.conversations.push(conversation);
    return speak(
      conversation,
      () => this.isTalking && !this.isGone,
      (text) => device.say(session, text),
    );
  }
}

/** The messages of a socket until it closes. */
async function* arriving(socket: TestSocket): AsyncGenerator<string> {
  for (;;) {
    const text = await socket.text().catch(() => undefined);
    if (text === undefined) return;
    yield text;
  }
}
