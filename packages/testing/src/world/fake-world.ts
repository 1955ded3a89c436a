/** @module A whole world for one client: service, device, network and clock in the test's own process. */
import {
  encodeSignalingMessage,
  parseSignalingMessage,
  type SignalingMessage,
  type TurnReply,
} from '@longwire/protocol';
import { ManualClock } from '../clock/manual-clock.ts';
import { FakeRtcNetwork, type FakeRtcOptions } from '../rtc/fake-rtc-network.ts';
import { FakeSockets } from '../socket/fake-sockets.ts';
import type { FakeWebSocket } from '../socket/fake-web-socket.ts';
import { FakeDevice } from './fake-device.ts';
import { createFakeIdentity, type FakeIdentity } from './fake-identity.ts';

/** Takes a message of the client in the place of the service; true when it is dealt with. */
export type FakeIntercept = (message: SignalingMessage, socket: FakeWebSocket) => boolean;

/** Changes a message on its way from the device to the client; undefined drops it. */
export type FakeRewrite = (message: SignalingMessage) => SignalingMessage | undefined;

/** What is left of a client: all zero when it cleaned up. */
export interface FakeLeftovers {
  readonly sockets: number;
  readonly peers: number;
  readonly timers: number;
  readonly listeners: number;
}

/** What `createConnection` is given. */
export interface FakeClientOptions {
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct: string;
  readonly WebSocket: typeof WebSocket;
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  readonly clock: ManualClock;
}

/** How a world behaves. */
export interface FakeWorldOptions extends FakeRtcOptions {
  readonly turnReply?: Omit<TurnReply, 'kind'>;
}

/** Microtasks that a chain of fakes takes at most, with room to spare. */
const SETTLING_TURNS = 500;

/** Made by {@link createFakeWorld}. */
export class FakeWorld {
  readonly clock: ManualClock = new ManualClock();
  readonly sockets: FakeSockets;
  readonly network: FakeRtcNetwork;
  readonly identity: FakeIdentity;
  turnReply: Omit<TurnReply, 'kind'>;
  /** Set to `false` to leave sockets connecting. */
  isReachable = true;
  intercept: FakeIntercept | undefined;
  rewrite: FakeRewrite | undefined;
  /** Called with each device as a client's login makes it. */
  prepare: ((device: FakeDevice) => void) | undefined;
  readonly #devices = new Map<FakeWebSocket, FakeDevice>();

  constructor(identity: FakeIdentity, options: FakeWorldOptions) {
    this.identity = identity;
    this.turnReply = options.turnReply ?? { iceServers: [] };
    this.network = new FakeRtcNetwork(options);
    this.sockets = new FakeSockets({
      handleOpen: (socket) => this.#handleOpen(socket),
      handleFrame: (socket, text) => this.#handleFrame(socket, text),
      handleClose: (socket) => this.#devices.get(socket)?.pc.close(),
    });
  }

  /** The device of the newest connection. */
  get device(): FakeDevice {
    const device = [...this.#devices.values()].at(-1);
    if (device === undefined) throw new Error('a device expected, nobody logged in');
    return device;
  }

  /** The client's peer connection of the newest connection. */
  get clientPeer(): FakeRtcNetwork['all'][number] {
    const peer = this.#clientPeers.at(-1);
    if (peer === undefined) throw new Error('a peer connection of a client expected, none was made');
    return peer;
  }

  /** What the client left behind; the device's own side does not count. */
  get leftovers(): FakeLeftovers {
    const clients = this.#clientPeers;
    return {
      sockets: this.sockets.open,
      peers: clients.filter(({ connectionState }) => connectionState !== 'closed').length,
      timers: this.clock.pending,
      listeners: this.sockets.listeners + clients.reduce((sum, { allListeners }) => sum + allListeners, 0),
    };
  }

  /** The options of a client in this world, fakes in place of the browser's globals included. */
  get options(): FakeClientOptions {
    return {
      signalingServerUrl: 'wss://service.example/',
      productId: 'pr-fake',
      deviceId: 'de-fake',
      sct: 'sct-of-the-fake-world',
      WebSocket: this.sockets.WebSocket,
      RTCPeerConnection: this.network.RTCPeerConnection,
      clock: this.clock,
    };
  }

  /** Resolves when everything that was under way in microtasks has happened. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < SETTLING_TURNS; turn += 1) await Promise.resolve();
  }

  /** Sends a message to the client as the service relays it. */
  relay(message: SignalingMessage): void {
    this.sockets.last.serverSend(encodeSignalingMessage(message));
  }

  get #clientPeers(): FakeRtcNetwork['all'] {
    const devices = new Set([...this.#devices.values()].map(({ pc }) => pc));
    return this.network.all.filter((peer) => !devices.has(peer));
  }

  #handleOpen(socket: FakeWebSocket): void {
    if (this.isReachable) socket.serverOpen();
  }

  #handleFrame(socket: FakeWebSocket, text: string): void {
    const parsed = parseSignalingMessage(text);
    if (!parsed.ok) throw new Error(`a signaling message expected, got ${parsed.reason}`);
    const message = parsed.value;
    if (this.intercept?.(message, socket)) return;
    const send = (reply: SignalingMessage): void => socket.serverSend(encodeSignalingMessage(reply));
    if (message.kind === 'login') {
      this.#attach(socket);
      send({ kind: 'loginReply' });
    } else if (message.kind === 'turnRequest') {
      send({ kind: 'turnReply', ...this.turnReply });
    } else {
      this.#devices.get(socket)?.handleMessage(message);
    }
  }

  #attach(socket: FakeWebSocket): void {
    const device = new FakeDevice({
      network: this.network,
      identity: this.identity,
      send: (message) => {
        const rewritten = this.rewrite === undefined ? message : this.rewrite(message);
        if (rewritten !== undefined) socket.serverSend(encodeSignalingMessage(rewritten));
      },
    });
    this.#devices.set(socket, device);
    this.prepare?.(device);
  }
}

/** Makes a world with a device that has a fresh key. */
export async function createFakeWorld(options: FakeWorldOptions = {}): Promise<FakeWorld> {
  return new FakeWorld(await createFakeIdentity(), options);
}
