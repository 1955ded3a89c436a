/** @module A whole world for one client: service, device, network and clock in the test's own process. */
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
import type { FakePeerConnection } from '../rtc/fake-peer-connection.ts';
import { FakeRtcNetwork, type FakeRtcOptions } from '../rtc/fake-rtc-network.ts';
import { FakeSockets } from '../socket/fake-sockets.ts';
import { CLOSED_UNCLEANLY, type FakeWebSocket } from '../socket/fake-web-socket.ts';
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
export interface FakeWorldOptions extends Omit<FakeRtcOptions, 'carry'> {
  readonly turnReply?: Omit<TurnReply, 'kind'>;
  /** What chance does in {@link FakeFaults}: the same for the same seed, 1 unless given. */
  readonly seed?: number;
}

/** Microtasks that a chain of fakes takes at most, with room to spare. */
const SETTLING_TURNS = 500;

/** The line of signaling, beside those of data channels. */
const SIGNALING = 'signaling';

/** Made by {@link createFakeWorld}. */
export class FakeWorld {
  readonly clock: ManualClock = new ManualClock();
  readonly sockets: FakeSockets;
  readonly network: FakeRtcNetwork;
  readonly identity: FakeIdentity;
  readonly faults: FakeFaults;
  turnReply: Omit<TurnReply, 'kind'>;
  /** For how long the service says that the device has been attached; it does not tell unless set. */
  onlineSeconds: number | undefined;
  /** Set to `false` to leave sockets connecting. */
  isReachable = true;
  intercept: FakeIntercept | undefined;
  rewrite: FakeRewrite | undefined;
  /** Called with each device as a client's login makes it. */
  prepare: ((device: FakeDevice) => void) | undefined;
  readonly #active = new ActiveFaults();
  readonly #lines = new FakeLines(this.clock);
  readonly #devices = new Map<FakeWebSocket, FakeDevice>();
  /** Sockets whose close has come; what comes after it is late. */
  readonly #left = new WeakSet<FakeWebSocket>();

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
      handleFrame: (socket, text) => this.#carryFrame(socket, text),
      handleClose: (socket) => this.#carryClose(socket),
    });
    this.faults = new FakeFaults({
      active: this.#active,
      lines: this.#lines,
      sockets: this.sockets,
      devices: () => [...this.#devices.values()],
      random: seededRandom(options.seed ?? 1),
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
      timers: this.clock.pending - this.#lines.underWay,
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

  #carryFrame(socket: FakeWebSocket, text: string): void {
    const parsed = parseSignalingMessage(text);
    if (!parsed.ok) throw new Error(`a signaling message expected, got ${parsed.reason}`);
    const message = parsed.value;
    this.#lines.carry(socket, { line: SIGNALING, to: 'device', kind: message.kind }, () =>
      this.#handleMessage(socket, message),
    );
  }

  #carryClose(socket: FakeWebSocket): void {
    this.#lines.carryEnd(socket, { line: SIGNALING, to: 'device' }, () => {
      this.#left.add(socket);
      this.#devices.get(socket)?.pc.close();
    });
  }

  #handleMessage(socket: FakeWebSocket, message: SignalingMessage): void {
    if (this.#left.has(socket)) return;
    const { refusal } = this.#active;
    if (refusal !== undefined) {
      socket.serverEnd(refusal);
      return;
    }
    if (this.intercept?.(message, socket)) return;
    if (message.kind === 'login') {
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

/** Makes a world with a device that has a fresh key. */
export async function createFakeWorld(options: FakeWorldOptions = {}): Promise<FakeWorld> {
  return new FakeWorld(await createFakeIdentity(), options);
}
