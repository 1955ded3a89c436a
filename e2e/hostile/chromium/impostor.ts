/** @module An impostor for a real browser: it terminates the browser's WebRTC itself, and asks the real device when it needs an answer of it. */
import { parseFingerprint, type CoapRequest, type Fingerprint } from '@longwire/protocol';
import { FakeResources, type FakeAnswer, type FakeIdentity } from '@longwire/testing';
import { PeerConnection, type DataChannel, type DescriptionType } from 'node-datachannel';
import type { WireMessage } from '../../harness/signaling-proxy.ts';
import type { ImpostorBehaviour } from '../impostor-behaviour.ts';
import type { Message } from '../../peers/offering-peer.ts';
import { answerAsImpostor } from '../impostor-resources.ts';
import { BackConnection } from './back-connection.ts';

/** Options of an impostor. */
export interface ImpostorOptions {
  readonly behaviour: ImpostorBehaviour;
  readonly identity: FakeIdentity;
  /** The real service, `ws://…`. */
  readonly upstream: string;
  readonly send: (message: WireMessage) => void;
}

const FINGERPRINT = /^a=fingerprint:sha-256 (\S+)/imu;

function fingerprintOf(sdp: string | undefined): Fingerprint {
  return parseFingerprint(FINGERPRINT.exec(sdp ?? '')?.[1] ?? '');
}

/** One impostor, for one socket of a browser. */
export class Impostor {
  readonly resources: FakeResources = new FakeResources();
  readonly #options: ImpostorOptions;
  readonly #front = new PeerConnection('impostor', { iceServers: [], disableAutoNegotiation: true });
  #login: Message | undefined;
  #back: Promise<BackConnection> | undefined;

  constructor(options: ImpostorOptions) {
    const { behaviour, identity, send } = options;
    this.#options = options;
    answerAsImpostor(this.resources, {
      behaviour,
      identity,
      wire: () => ({
        clientFingerprint: fingerprintOf(this.#front.remoteDescription()?.sdp),
        deviceFingerprint: fingerprintOf(this.#front.localDescription()?.sdp),
      }),
      relay: (request) => this.#relay(request),
    });
    this.#front.onLocalDescription((sdp: string, type: DescriptionType) =>
      send({ type: type === 'offer' ? 0 : 1, data: JSON.stringify({ type, sdp }), metadata: {} }),
    );
    this.#front.onLocalCandidate((candidate: string, sdpMid: string) =>
      send({ type: 2, data: JSON.stringify({ candidate: candidate.replace(/^a=/u, ''), sdpMid }) }),
    );
    this.#front.onDataChannel((channel) => {
      if (channel.getLabel() === 'coap')
        channel.onMessage((data) => void this.#answer(channel, data).catch(ignore));
    });
  }

  /** Handles a message of the browser, as the service and as the device. */
  take(message: WireMessage): void {
    const { send } = this.#options;
    if (message.type === 20) {
      const { metadata: _none, ...login } = message;
      this.#login = login;
      send({ type: 21 });
    } else if (message.type === 3) send({ type: 4, iceServers: [] });
    else this.#negotiate(message);
  }

  /** Offers again, naming the certificate of the real device. */
  async offerWithCertificate(sdpFingerprint: string): Promise<void> {
    this.#front.onLocalDescription((sdp: string, type: DescriptionType) => {
      const forged = sdp.replaceAll(/^a=fingerprint:.*$/gimu, `a=fingerprint:sha-256 ${sdpFingerprint}`);
      this.#options.send({ type: 0, data: JSON.stringify({ type, sdp: forged }), metadata: {} });
    });
    this.#front.setLocalDescription('offer');
  }

  /** The certificate of the real device, from its answer to the impostor's own connection. */
  async certificateOfDevice(): Promise<string> {
    this.#back ??= this.#connectBack();
    return (await this.#back).sdpFingerprint;
  }

  close(): void {
    this.#front.close();
    void this.#back?.then((back) => back.close(), ignore);
  }

  #negotiate({ type, data }: WireMessage): void {
    const content: unknown = data === undefined ? undefined : JSON.parse(data);
    const field = (key: string): string =>
      typeof content === 'object' && content !== null ? String(Reflect.get(content, key) ?? '') : '';
    if (type === 0) {
      this.#front.setRemoteDescription(field('sdp'), 'offer');
      this.#front.setLocalDescription('answer');
    } else if (type === 1) this.#front.setRemoteDescription(field('sdp'), 'answer');
    else if (type === 2 && field('candidate') !== '')
      this.#front.addRemoteCandidate(field('candidate'), field('sdpMid') || '0');
  }

  async #answer(channel: DataChannel, data: string | Buffer | ArrayBuffer): Promise<void> {
    if (typeof data !== 'string') return;
    const answer = await this.resources.answer(data);
    if (answer !== undefined && channel.isOpen()) channel.sendMessage(answer);
  }

  async #relay(request: CoapRequest): Promise<FakeAnswer> {
    this.#back ??= this.#connectBack();
    return await (await this.#back).request(request);
  }

  async #connectBack(): Promise<BackConnection> {
    if (this.#login === undefined) throw new Error('request before login');
    return await BackConnection.open(this.#options.upstream, this.#login);
  }
}

/** A browser or device that has gone away cannot be answered; that is expected. */
function ignore(_error: unknown): void {}
