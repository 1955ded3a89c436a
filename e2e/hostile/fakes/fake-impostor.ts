/** @module An impostor of a fake world: it terminates a client's peer connection itself, in front of the real device. */
import { createConnection, type Connection } from '@longwire/client';
import {
  encodeSignalingMessage,
  parseSignalingMessage,
  type CoapRequest,
  type SignalingMessage,
} from '@longwire/protocol';
import {
  asCertificate,
  asTrack,
  type FakeCertificate,
  FakeDevice,
  FakeTrack,
  type FakeAnswer,
  type FakeIdentity,
  type FakeWorld,
} from '@longwire/testing';
import type { WireMessage } from '../../harness/signaling-proxy.ts';
import type { ImpostorBehaviour } from '../impostor-behaviour.ts';
import { answerAsImpostor } from '../impostor-resources.ts';

/** Options of an impostor. */
export interface FakeImpostorOptions {
  readonly world: FakeWorld;
  readonly identity: FakeIdentity;
  readonly behaviour: ImpostorBehaviour;
  /** The address of its connection to the real device, which distinguishes it from the client's. */
  readonly backCertificate: FakeCertificate;
  readonly send: (message: WireMessage) => void;
}

/** One impostor, for one socket of a client. */
export class FakeImpostor {
  readonly device: FakeDevice;
  readonly #options: FakeImpostorOptions;
  #back: Promise<Connection> | undefined;

  constructor(options: FakeImpostorOptions) {
    const { world, identity, behaviour } = options;
    this.#options = options;
    this.device = new FakeDevice({
      network: world.network,
      identity,
      send: (message) => this.#send(message),
    });
    this.device.features = ['coap-ws/1', 'stream/1'];
    answerAsImpostor(this.device.resources, {
      behaviour,
      identity,
      wire: () => ({
        clientFingerprint: this.#clientFingerprint(),
        deviceFingerprint: this.device.pc.certificate.fingerprint,
      }),
      relay: (request) => this.#relay(request),
    });
    this.device.resources.on('POST /webrtc/tracks', () => {
      for (const name of ['garden', 'kitchen'])
        this.device.addTrack('video', name, asTrack(new FakeTrack('video', name)));
      void this.device.offer();
      return { statusCode: 201 };
    });
  }

  /** Handles a message of the client, as the service and as the device. */
  take(message: WireMessage): void {
    const parsed = parseSignalingMessage(JSON.stringify(message));
    if (!parsed.ok) return;
    const { kind } = parsed.value;
    if (kind === 'login') this.#send({ kind: 'loginReply' });
    else if (kind === 'turnRequest') this.#send({ kind: 'turnReply', iceServers: [] });
    else this.device.handleMessage(parsed.value);
  }

  close(): void {
    this.device.pc.close();
    void this.#back?.then((connection) => connection.close());
  }

  async #relay({ method, path, payload, contentFormat }: CoapRequest): Promise<FakeAnswer> {
    this.#back ??= this.#connectBack();
    const back = await this.#back;
    const answer = await back.request(method, path, { payload, contentFormat });
    return {
      statusCode: answer.statusCode,
      ...(answer.contentFormat !== undefined && { contentFormat: answer.contentFormat }),
      ...(answer.payload !== undefined && { payload: answer.payload }),
    };
  }

  async #connectBack(): Promise<Connection> {
    const { world, backCertificate } = this.#options;
    const connection = createConnection({ ...world.options, certificate: asCertificate(backCertificate) });
    await connection.connect();
    return connection;
  }

  #send(message: SignalingMessage): void {
    const wire: WireMessage = JSON.parse(encodeSignalingMessage(message));
    this.#options.send(wire);
  }

  #clientFingerprint(): FakeCertificate['fingerprint'] {
    const { remote } = this.device.pc.dtls;
    if (remote === undefined) throw new Error('no client is connected');
    return remote.fingerprint;
  }
}
