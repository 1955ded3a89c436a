/** @module The device's end of an attachment, for tests. */
import {
  ATTACHMENT_PATH,
  ATTACHMENT_SUBPROTOCOL,
  encodeAttachmentMessage,
  makeAttachmentToken,
  parseAttachmentMessage,
  type AttachmentMessage,
} from '@longwire/protocol';
import type { ClientOptions } from 'ws';
import type { TestIdentity } from './test-identity.fixture.ts';
import { TestSocket, type Closed } from './test-socket.fixture.ts';

/** Identity and destination of a device. */
export interface DeviceTarget {
  readonly url: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly identity: TestIdentity;
  /** The host in the proof; default: the host of `url`. */
  readonly audience?: string;
  readonly socketOptions?: ClientOptions;
}

type MessageOf<T extends AttachmentMessage['type']> = Extract<AttachmentMessage, { type: T }>;

/** A device that sends what a test asks for. */
export class TestDevice {
  readonly link: TestSocket;

  constructor(link: TestSocket) {
    this.link = link;
  }

  /** Opens the socket without sending anything. */
  static async open({
    url,
    socketOptions,
  }: Pick<DeviceTarget, 'url' | 'socketOptions'>): Promise<TestDevice> {
    return new TestDevice(
      await TestSocket.open(`${url}${ATTACHMENT_PATH}`, [ATTACHMENT_SUBPROTOCOL], socketOptions),
    );
  }

  /** Completes an attachment. */
  static async attach(target: DeviceTarget): Promise<TestDevice> {
    const device = await TestDevice.open(target);
    await device.prove(target);
    await device.next('attached');
    return device;
  }

  get closed(): Promise<Closed> {
    return this.link.closed;
  }

  /** Performs hello, challenge, prove. */
  async prove(target: DeviceTarget): Promise<void> {
    const { productId, deviceId, identity } = target;
    this.send({ type: 'hello', productId, deviceId });
    const { nonce } = await this.next('challenge');
    const audience = target.audience ?? new URL(target.url).host;
    const token = await makeAttachmentToken({ nonce, audience, productId, deviceId, key: identity.key });
    this.send({ type: 'prove', token });
  }

  send(message: AttachmentMessage): void {
    this.link.sendText(encodeAttachmentMessage(message));
  }

  say(session: string, message: string): void {
    this.send({ type: 'session-message', session, message });
  }

  /** The next message, which must have this type. */
  async next<T extends AttachmentMessage['type']>(type: T): Promise<MessageOf<T>> {
    const parsed = parseAttachmentMessage(await this.link.text());
    if (!parsed.ok) throw new Error(`not ${type}: ${parsed.reason}`);
    if (!isOf(parsed.value, type)) throw new Error(`not ${type} but ${parsed.value.type}`);
    return parsed.value;
  }

  /** The next messages, all of one session. */
  async heard(session: string, count: number): Promise<string[]> {
    const texts: string[] = [];
    while (texts.length < count) {
      const next = await this.next('session-message');
      if (next.session !== session) throw new Error('message of another session');
      texts.push(next.message);
    }
    return texts;
  }
}

function isOf<T extends AttachmentMessage['type']>(
  message: AttachmentMessage,
  type: T,
): message is MessageOf<T> {
  return message.type === type;
}
