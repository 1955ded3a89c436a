/** @module One client without a browser: a bare peer connection of the library that offers, to a device or to a bare peer. */
import { OfferingPeer, type Message } from '@longwire/e2e';
import { Video, type DataChannel, type Track } from 'node-datachannel';

/** Where a client connects. */
export type Target =
  | { readonly kind: 'bare'; readonly url: string }
  | {
      readonly kind: 'device';
      readonly url: string;
      readonly productId: string;
      readonly deviceId: string;
      readonly sct: string;
    };

const VIDEO_MID = 'video';
const H264 = 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1';

/** Message types of PROTOCOL.md section 2. */
const OFFER = 0;
const TURN_REQUEST = 3;
const TURN_REPLY = 4;
const LOGIN = 20;
const LOGIN_REPLY = 21;

/** The request that is measured. */
export function requestText(requestId: string): string {
  return `{"type":0,"requestId":"${requestId}","method":"GET","path":"/reading"}`;
}

async function event(listen: (resolve: (value: string) => void) => void): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  listen(resolve);
  return await promise;
}

/** A client of a device or of a bare peer. */
export class ClientPeer {
  readonly channel: DataChannel;
  readonly #peer: OfferingPeer;
  readonly #track: Track | undefined;
  readonly #isBare: boolean;
  /** Rejects when the service or the peer connection ends. */
  readonly #ended = Promise.withResolvers<never>();
  #packets = 0;

  constructor(target: Target, { isWatching }: { isWatching: boolean }) {
    this.#isBare = target.kind === 'bare';
    this.#ended.promise.catch(() => undefined);
    const send = target.kind === 'bare' ? this.#throughPost(target.url) : this.#throughService(target);
    this.#peer = new OfferingPeer((message) => send(message));
    this.#peer.peer.onStateChange((state) => {
      if (state === 'failed') this.#ended.reject(new Error('the peer connection failed'));
    });
    this.channel = this.#peer.peer.createDataChannel('coap');
    if (isWatching) {
      const video = new Video(VIDEO_MID, 'RecvOnly');
      video.addH264Codec(96, H264);
      this.#track = this.#peer.peer.addTrack(video);
      this.#track.onMessage(() => void (this.#packets += 1));
    }
    if (this.#isBare) this.#peer.offer();
  }

  /** Resolves when a first request has been answered and, for a viewer, the video requested. */
  async ready(): Promise<void> {
    await this.#unlessEnded(event((resolve) => this.channel.onOpen(() => resolve(''))));
    const answered = event((resolve) =>
      this.channel.onMessage((message) => resolve(typeof message === 'string' ? message : '')),
    );
    this.channel.sendMessage(requestText('first'));
    const answer = await this.#unlessEnded(answered);
    if (this.#isBare) return;
    if (!answer.includes('"statusCode":205'))
      throw new Error(`first request failed: want status 205, got ${answer}`);
    // A client has no rights before its certificate is known: now that it is, the client offers the line again.
    if (this.#track !== undefined) this.#peer.offer();
  }

  /** The number of video packets received. */
  get packets(): number {
    return this.#packets;
  }

  close(): void {
    this.#track?.close();
    this.channel.close();
    this.#peer.peer.close();
  }

  async #unlessEnded<T>(step: Promise<T>): Promise<T> {
    return await Promise.race([step, this.#ended.promise]);
  }

  /** The request carries the offer, the response the answer with all candidates; there is no other message. */
  #throughPost(url: string): (message: Message) => void {
    const post = async (body: string): Promise<void> => {
      const response = await fetch(url, { method: 'POST', body });
      const data = JSON.stringify({ type: 'answer', sdp: await response.text() });
      this.#peer.handleMessage({ type: 1, data });
    };
    return ({ type, data = '{}' }) => void (type === OFFER && post(JSON.parse(data).sdp));
  }

  #throughService({
    url,
    productId,
    deviceId,
    sct,
  }: Target & { kind: 'device' }): (message: Message) => void {
    const socket = new WebSocket(`${url}/signaling/v1`, 'json');
    const send = (message: object): void => socket.send(JSON.stringify(message));
    socket.addEventListener('open', () => send({ type: LOGIN, productId, deviceId, sct }));
    socket.addEventListener('close', ({ code, reason }) =>
      this.#ended.reject(new Error(`the service closed the socket: ${code} ${reason}`)),
    );
    socket.addEventListener('message', ({ data }) => {
      const message: Message = JSON.parse(String(data));
      if (message.type === LOGIN_REPLY) send({ type: TURN_REQUEST });
      else if (message.type === TURN_REPLY) this.#peer.offer();
      else this.#peer.handleMessage(message);
    });
    const tracks = [{ mid: VIDEO_MID, trackId: 'camera' }];
    return (message) => send(message.type === OFFER ? { ...message, metadata: { tracks } } : message);
  }
}
