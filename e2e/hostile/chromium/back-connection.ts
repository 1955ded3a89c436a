/** @module A client besides the browser: the connection of an impostor to the real device, or another browser's. */
import type { CoapRequest } from '@longwire/protocol';
import type { FakeAnswer } from '@longwire/testing';
import type { DataChannel } from 'node-datachannel';
import { WebSocket } from 'ws';
import { OfferingPeer, type Message } from '../../peers/offering-peer.ts';

/** Time limit for the real device's answer, in milliseconds. */
const RELAY_TIMEOUT_MS = 5000;
const FINGERPRINT = /^a=fingerprint:sha-256 (\S+)/imu;

/** One connection: logs in with a token, offers, and sends requests. */
export class BackConnection {
  readonly #socket: WebSocket;
  readonly #peer: OfferingPeer;
  readonly #channel: DataChannel;
  readonly #waiting = new Map<string, (answer: FakeAnswer) => void>();

  private constructor(socket: WebSocket, peer: OfferingPeer, channel: DataChannel) {
    this.#socket = socket;
    this.#peer = peer;
    this.#channel = channel;
    channel.onMessage((data) => {
      if (typeof data === 'string') this.#settle(data);
    });
  }

  static async open(upstream: string, login: Message): Promise<BackConnection> {
    const socket = new WebSocket(`${upstream}/signaling/v1`, 'json');
    const send = (message: Message): void => socket.send(JSON.stringify(message));
    const peer = new OfferingPeer(send);
    const channel = peer.peer.createDataChannel('coap');
    const { promise, resolve, reject } = Promise.withResolvers<BackConnection>();
    const back = new BackConnection(socket, peer, channel);
    channel.onOpen(() => resolve(back));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the real service closed the connection')));
    socket.on('open', () => send(login));
    socket.on('message', (data: Buffer) => {
      const message: Message = JSON.parse(data.toString('utf8'));
      if (message.type === 21) send({ type: 3 });
      else if (message.type === 4) peer.offer();
      else peer.handleMessage(message);
    });
    return await promise;
  }

  get sdpFingerprint(): string {
    return FINGERPRINT.exec(this.#peer.peer.remoteDescription()?.sdp ?? '')?.[1] ?? '';
  }

  async request({ method, path, payload, contentFormat, requestId }: CoapRequest): Promise<FakeAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<FakeAnswer>();
    const timer = setTimeout(() => reject(new Error('the real device did not answer')), RELAY_TIMEOUT_MS);
    this.#waiting.set(requestId, resolve);
    const body =
      payload === undefined
        ? {}
        : { payload: { type: 'Buffer', data: [...payload] }, contentType: contentFormat };
    this.#channel.sendMessage(JSON.stringify({ type: 0, requestId, method, path, ...body }));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(requestId);
    }
  }

  close(): void {
    this.#socket.close();
    this.#peer.peer.close();
  }

  #settle(text: string): void {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null) return;
    const field = (key: string): unknown => Reflect.get(answer, key);
    const payload = field('payload');
    const contentFormat = field('contentType');
    const bytes: unknown = Array.isArray(payload) ? payload : Reflect.get(Object(payload), 'data');
    this.#waiting.get(String(field('requestId')))?.({
      statusCode: Number(field('statusCode')),
      ...(typeof contentFormat === 'number' && { contentFormat }),
      ...(Array.isArray(bytes) && { payload: Uint8Array.from(bytes, Number) }),
    });
  }
}
