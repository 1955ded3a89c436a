/** @module Everything one client needs, in the test's process: service, device, network and clock. */
import {
  encodeSignalingMessage,
  parseSignalingMessage,
  type SignalingMessage,
  type TurnReply,
} from '@longwire/protocol';
import { ManualClock } from '../clock/manual-clock.ts';
import { ActiveFaults } from '../faults/active-faults.ts';
import { FakeFaults } from '../faults/fake-faults.ts';
import { FakeLines, type FakeMessage } from '../faults/fake-lines.ts';
import { seededRandom } from '../faults/seeded-random.ts';
import { asStreamClass } from '../as-dom.ts';
import { FakeMediaStream } from '../rtc/fake-media-stream.ts';
import type { FakePeerConnection } from '../rtc/fake-peer-connection.ts';
import { FakeRtcNetwork, type FakeRtcOptions } from '../rtc/fake-rtc-network.ts';
import { FakeSockets } from '../socket/fake-sockets.ts';
import { CLOSED_UNCLEANLY, type FakeWebSocket } from '../socket/fake-web-socket.ts';
import { FakeDevice } from './fake-device.ts';
import { FakePresence } from './fake-presence.ts';
import { createFakeIdentity, type FakeIdentity } from './fake-identity.ts';

/** Handles a message of the client instead of the service. Returns true when it was handled. */
export type FakeIntercept = (message: SignalingMessage, socket: FakeWebSocket) => boolean;

/** Changes a message from the device to the client; undefined drops it. */
export type FakeRewrite = (message: SignalingMessage) => SignalingMessage | undefined;

/** Resources that a client has not released: all zero after it cleaned up. */
export interface FakeLeftovers {
  readonly sockets: number;
  readonly peers: number;
  readonly timers: number;
  readonly listeners: number;
}

/** Options of `createConnection` and `createSession`. */
export interface FakeClientOptions {
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct: string;
  readonly WebSocket: typeof WebSocket;
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  /** The platform's, if it has one: a video element takes no other. */
  readonly MediaStream: typeof MediaStream;
  readonly clock: ManualClock;
}

/** How a world behaves. */
export interface FakeWorldOptions extends Omit<FakeRtcOptions, 'carry'> {
  readonly turnReply?: Omit<TurnReply, 'kind'>;
  /** Seeds the random choices of {@link FakeFaults}; 1 by default. */
  readonly seed?: number;
}

/** An upper bound for the microtasks that one chain of fakes takes. */
const SETTLING_TURNS = 500;

/** The line of signaling, besides those of data channels. */
const SIGNALING = 'signaling';

/** Created by {@link createFakeWorld}. */
export class FakeWorld {
  readonly clock: ManualClock = new ManualClock();
  readonly sockets: FakeSockets;
  readonly network: FakeRtcNetwork;
  readonly identity: FakeIdentity;
  readonly faults: FakeFaults;
  turnReply: Omit<TurnReply, 'kind'>;
  /** How long the device has been attached, in seconds, as the service reports it; not reported when undefined. */
  onlineSeconds: number | undefined;
  /** Set to `false` to leave sockets connecting. */
  isReachable = true;
  intercept: FakeIntercept | undefined;
  rewrite: FakeRewrite | undefined;
  /** Called with each device that a client's login creates. */
  prepare: ((device: FakeDevice) => void) | undefined;
  readonly #active = new ActiveFaults();
  readonly #lines = new FakeLines(this.clock);
  readonly #devices = new Map<FakeWebSocket, FakeDevice>();
  /** Sockets that have closed; later messages are late. */
  readonly #left = new WeakSet<FakeWebSocket>();
  readonly #presence = new FakePresence();

  constructor(identity: FakeIdentity, options: FakeWorldOptions) {
    this.identity = identity;
    this.turnReply = options.turnReply ?? { iceServers: [] };
    this.network = new FakeRtcNetwork({
      ...options,
      carry: (from, line, deliver) =>
        this.#lines.carry(from, { line, to: this.#destinationOf(from) }, deliver),
    });
    this.sockets = new FakeSockets({
      handleOpen: (socket) => this.#handleOpen(socket),
      handleFrame: (socket, text) => this.#deliverFrame(socket, text),
      handleClose: (socket) => this.#deliverClose(socket),
    });
    this.faults = new FakeFaults({
      active: this.#active,
      lines: this.#lines,
      sockets: this.sockets,
      devices: () => [...this.#devices.values()],
      random: seededRandom(options.seed ?? 1),
    });
  }

  /** Whether the device is attached to the service; while it is not, logins end with 4003, and clients may wait. */
  get isDeviceAttached(): boolean {
    return this.#presence.isAttached;
  }

  set isDeviceAttached(isAttached: boolean) {
    this.#presence.set(isAttached);
  }

  /** The device of the newest connection. */
  get device(): FakeDevice {
    const device = [...this.#devices.values()].at(-1);
    if (device === undefined) throw new Error('the world has no connected device: no client logged in');
    return device;
  }

  /** The client's peer connection of the newest connection. */
  get clientPeer(): FakeRtcNetwork['all'][number] {
    const peer = this.#clientPeers.at(-1);
    if (peer === undefined) throw new Error('the client has not created a peer connection');
    return peer;
  }

  /** What the client has not released; the device's own side does not count. */
  get leftovers(): FakeLeftovers {
    const clients = this.#clientPeers;
    return {
      sockets: this.sockets.open,
      peers: clients.filter(({ connectionState }) => connectionState !== 'closed').length,
      timers: this.clock.pending - this.#lines.underWay,
      listeners: this.sockets.listeners + clients.reduce((sum, { allListeners }) => sum + allListeners, 0),
    };
  }

  /** The options of a client in this world, with fakes instead of the browser's globals. */
  get options(): FakeClientOptions {
    return {
      signalingServerUrl: 'wss://service.example/',
      productId: 'pr-fake',
      deviceId: 'de-fake',
      sct: 'sct-of-the-fake-world',
      WebSocket: this.sockets.WebSocket,
      RTCPeerConnection: this.network.RTCPeerConnection,
      MediaStream: 'MediaStream' in globalThis ? globalThis.MediaStream : asStreamClass(FakeMediaStream),
      clock: this.clock,
    };
  }

  /** Resolves when all pending microtasks have run. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < SETTLING_TURNS; turn += 1) await Promise.resolve();
  }

  /** Sends a message to the client as the service relays it. */
  relay(message: SignalingMessage): void {
    this.#send(this.sockets.last, message);
  }

  get #clientPeers(): FakeRtcNetwork['all'] {
    const devices = new Set([...this.#devices.values()].map(({ pc }) => pc));
    return this.network.all.filter((peer) => !devices.has(peer));
  }

  #handleOpen(socket: FakeWebSocket): void {
    const { refusal } = this.#active;
    if (!this.isReachable) return;
    if (refusal?.closeCode === CLOSED_UNCLEANLY) socket.serverFail();
    else socket.serverOpen();
  }

  #deliverFrame(socket: FakeWebSocket, text: string): void {
    const parsed = parseSignalingMessage(text);
    if (!parsed.ok) throw new Error(`cannot parse signaling message: ${parsed.reason}`);
    const message = parsed.value;
    this.#lines.carry(socket, { line: SIGNALING, to: 'device', kind: message.kind }, () =>
      this.#handleMessage(socket, message, text),
    );
  }

  #deliverClose(socket: FakeWebSocket): void {
    this.#lines.carryEnd(socket, { line: SIGNALING, to: 'device' }, () => {
      this.#left.add(socket);
      this.#devices.get(socket)?.pc.close();
    });
  }

  #handleMessage(socket: FakeWebSocket, message: SignalingMessage, text: string): void {
    if (this.#left.has(socket)) return;
    const { refusal } = this.#active;
    if (refusal !== undefined) {
      socket.serverEnd(refusal);
      return;
    }
    if (this.intercept?.(message, socket)) return;
    if (message.kind === 'login') {
      if (this.#presence.handleLogin(socket, text)) return;
      this.#attach(socket);
      this.#send(socket, { kind: 'loginReply', onlineSeconds: this.onlineSeconds });
    } else if (message.kind === 'turnRequest') {
      this.#send(socket, { kind: 'turnReply', ...this.turnReply });
    } else {
      this.#relayToDevice(this.#devices.get(socket), message);
    }
  }

  #relayToDevice(device: FakeDevice | undefined, message: SignalingMessage): void {
    const isOffer = message.kind === 'description' && message.description.type === 'offer';
    if (isOffer && this.#active.takeGlare()) void device?.offer();
    device?.handleMessage(message);
  }

  #send(socket: FakeWebSocket, message: SignalingMessage): void {
    this.#lines.carry(socket, { line: SIGNALING, to: 'client', kind: message.kind }, () =>
      socket.serverSend(encodeSignalingMessage(message)),
    );
  }

  #destinationOf(from: FakePeerConnection): FakeMessage['to'] {
    return [...this.#devices.values()].some(({ pc }) => pc === from) ? 'client' : 'device';
  }

  #attach(socket: FakeWebSocket): void {
    const device = new FakeDevice({
      network: this.network,
      identity: this.identity,
      proves: () => this.#active.impostor ?? this.identity,
      send: (message) => {
        const rewritten = this.rewrite === undefined ? message : this.rewrite(message);
        if (rewritten !== undefined) this.#send(socket, rewritten);
      },
    });
    this.#devices.set(socket, device);
    this.prepare?.(device);
  }
}

/** Creates a world with a device that has a fresh key. */
export async function createFakeWorld(options: FakeWorldOptions = {}): Promise<FakeWorld> {
  return new FakeWorld(await createFakeIdentity(), options);
}
