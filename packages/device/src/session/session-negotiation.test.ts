/** @module Offers and answers on the negotiation channel: once the client opens it, signaling no longer carries track changes. */
import {
  encodeSignalingMessage,
  NEGOTIATION_LABEL,
  parseSignalingMessage,
  silentLogger,
  type Metadata,
  type SignalingMessage,
} from '@longwire/protocol';
import type { DataChannel } from 'node-datachannel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NEGOTIATION_RATE } from './negotiation-channel.ts';
import { sessionOptions } from './session-options.fixture.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';

type DescriptionMessage = Extract<SignalingMessage, { kind: 'description' }>;

let session: Session;
let client: TestClient;
let relayed: SignalingMessage[];
let closed: string[];
/** The number of channel messages that the device has ignored. */
let ignored: number;

beforeEach(async () => {
  ignored = 0;
  const debug = (event: string): void => {
    if (event === 'negotiation.message-ignored') ignored += 1;
    client.touch();
  };
  session = new Session(sessionOptions({ logger: { ...silentLogger, debug } }));
  relayed = [];
  closed = [];
  session.on('outgoing', (text) => {
    const parsed = parseSignalingMessage(text);
    if (parsed.ok) relayed.push(parsed.value);
  });
  session.on('closed', ({ reason }) => closed.push(reason));
  client = new TestClient(session);
  session.on('connected', () => client.touch());
  client.offer({ tracks: [] });
  // Both sides: a session whose signaling closes before the device has seen the connection ends with it.
  await client.until(() => client.isOpen && session.identity !== undefined);
});

afterEach(() => {
  client.close();
  session.close(1000, 'test over');
});

/** The client's side of the channel, and the messages received on it. */
class NegotiationClient {
  readonly messages: DescriptionMessage[] = [];
  readonly #channel: DataChannel = client.native.createDataChannel(NEGOTIATION_LABEL);

  constructor() {
    this.#channel.onMessage((text) => {
      const parsed = parseSignalingMessage(typeof text === 'string' ? text : '');
      if (parsed.ok && parsed.value.kind === 'description') this.messages.push(parsed.value);
      client.touch();
    });
    this.#channel.onOpen(() => client.touch());
    this.#channel.onClosed(() => client.touch());
  }

  async open(): Promise<this> {
    await client.until(() => this.#channel.isOpen());
    // The device handles a message, so the channel is open on its side too.
    this.sendText('');
    await client.until(() => ignored > 0);
    return this;
  }

  /** Resolves when the device has handled everything sent before. */
  async applied(): Promise<void> {
    await client.request('GET', '/here');
  }

  send(message: SignalingMessage): void {
    this.sendText(encodeSignalingMessage(message));
  }

  sendText(text: string): void {
    this.#channel.sendMessage(text);
  }

  offer(metadata: Metadata): void {
    client.native.setLocalDescription('offer');
    const description = { type: 'offer', sdp: client.native.localDescription()?.sdp ?? '' } as const;
    this.send({ kind: 'description', description, metadata });
  }

  /** Answers the newest offer. */
  answer(): void {
    const { description, metadata } = this.messages.at(-1) ?? {};
    client.native.setRemoteDescription(description?.sdp ?? '', 'offer');
    client.native.setLocalDescription('answer');
    const sdp = client.native.localDescription()?.sdp ?? '';
    this.send({ kind: 'description', description: { type: 'answer', sdp }, metadata: metadata ?? {} });
  }

  close(): void {
    this.#channel.close();
  }

  async until(count: number): Promise<void> {
    await client.until(() => this.messages.length >= count);
  }
}

const descriptions = (): readonly SignalingMessage[] => relayed.filter(({ kind }) => kind === 'description');

test('answers an offer on the channel there, and sends nothing over signaling', async () => {
  const negotiation = await new NegotiationClient().open();
  const before = descriptions().length;
  negotiation.offer({});
  await negotiation.until(1);
  expect(negotiation.messages[0]?.description.type).toBe('answer');
  expect(negotiation.messages[0]?.description.sdp).not.toContain('a=candidate');
  expect(descriptions()).toHaveLength(before);
});

test('ignores descriptions and offer requests from signaling once the channel is open', async () => {
  const negotiation = await new NegotiationClient().open();
  const before = descriptions().length;
  client.send({ kind: 'requestOffer' });
  client.offer({ tracks: [{ mid: '0', trackId: 'siren' }] });
  await negotiation.applied();
  expect([descriptions().length, negotiation.messages.length, closed]).toEqual([before, 0, []]);
});

test('takes a candidate from signaling but ignores its metadata once the channel is open', async () => {
  const negotiation = await new NegotiationClient().open();
  const candidate = { candidate: 'candidate:1 1 UDP 1 192.0.2.1 9 typ host', sdpMid: '0' };
  client.send({ kind: 'candidate', candidate, metadata: { noTrickle: true } });
  negotiation.offer({});
  await negotiation.until(1);
  expect(negotiation.messages[0]?.description.type).toBe('answer');
});

test('repeats an open offer on the channel when it opens, and takes the answer there', async () => {
  // The client's answer never arrives.
  client.send = () => undefined;
  session.handleMessage(encodeSignalingMessage({ kind: 'requestOffer' }));
  Reflect.deleteProperty(client, 'send');
  const negotiation = await new NegotiationClient().open();
  await negotiation.until(1);
  expect(negotiation.messages[0]?.description.type).toBe('offer');
  negotiation.answer();
  negotiation.send({ kind: 'requestOffer' });
  await negotiation.until(2);
  expect(closed).toEqual([]);
});

test('adds tracks over the channel after signaling has closed', async () => {
  expect(session.canNegotiate).toBe(true);
  session.handleSignalingClosed(1006);
  expect(session.canNegotiate).toBe(false);
  const negotiation = await new NegotiationClient().open();
  negotiation.send({ kind: 'requestOffer' });
  await negotiation.until(1);
  expect(session.canNegotiate).toBe(true);
  negotiation.answer();
  await negotiation.applied();
  expect(closed).toEqual([]);
});

describe('a session ends', () => {
  test('if the first description on the channel contradicts those from signaling', async () => {
    const negotiation = await new NegotiationClient().open();
    negotiation.send({ kind: 'description', description: { type: 'offer', sdp: 'v=0\r\n' }, metadata: {} });
    await client.until(() => client.isClosed || client.isChannelClosed);
    expect(closed).toEqual(['description on the negotiation channel contradicts those from signaling']);
  });

  test('when the negotiation channel closes', async () => {
    const negotiation = await new NegotiationClient().open();
    negotiation.send({ kind: 'requestOffer' });
    await negotiation.until(1);
    negotiation.close();
    await client.until(() => client.isClosed || client.isChannelClosed);
    expect(closed).toEqual(['negotiation channel closed']);
  });

  test('once when its connection ends, whichever of connection and channel the device sees end first', async () => {
    const negotiation = await new NegotiationClient().open();
    negotiation.send({ kind: 'requestOffer' });
    await negotiation.until(1);
    const ended = Promise.withResolvers<void>();
    session.on('closed', () => ended.resolve());
    client.native.close();
    await ended.promise;
    expect(closed).toEqual([expect.stringMatching(/^(?:peer |negotiation channel closed$)/u)]);
  });

  test('when a client sends more descriptions than NEGOTIATION_RATE allows', async () => {
    const negotiation = await new NegotiationClient().open();
    for (let count = 0; count <= NEGOTIATION_RATE.capacity * 2; count += 1) negotiation.sendText('{}');
    await client.until(() => client.isClosed || client.isChannelClosed);
    expect(closed).toEqual(['too many descriptions']);
  });
});

test('ignores invalid messages on the negotiation channel', async () => {
  const negotiation = await new NegotiationClient().open();
  for (const text of ['', '{', '{"type":20}', '{"type":0,"data":"{}"}']) negotiation.sendText(text);
  negotiation.offer({});
  await negotiation.until(1);
  expect(closed).toEqual([]);
});

test('closes a second negotiation channel and keeps the first', async () => {
  const negotiation = await new NegotiationClient().open();
  const second = client.native.createDataChannel(NEGOTIATION_LABEL);
  let isClosed = false;
  second.onClosed(() => {
    isClosed = true;
    client.touch();
  });
  await client.until(() => isClosed);
  negotiation.offer({});
  await negotiation.until(1);
  expect(closed).toEqual([]);
});
