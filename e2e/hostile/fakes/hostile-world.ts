/** @module A fake world with a hostile service: all messages from and to a client pass through it. */
import { createConnection, type IceServerCache } from '@longwire/client';
import { earlyMessages, LOGIN_FEATURES, parseSignalingMessage, type Fingerprint } from '@longwire/protocol';
import {
  asCertificate,
  createFakeIdentity,
  createFakeWorld,
  FakeCertificate,
  FakeSockets,
  type FakeClientOptions,
  type FakeDevice,
  type FakeIdentity,
  type FakePeerConnection,
  FakeWebSocket,
  type FakeWorld,
} from '@longwire/testing';
import type { Direction, WireMessage } from '../../harness/signaling-proxy.ts';
import { secretsIn } from '../impostor-resources.ts';
import type { HostileScript } from '../script.ts';
import { Tamperer, type Upstream, type Line } from '../tampering.ts';
import type { Truth } from '../truth.ts';
import { FakeImpostor } from './fake-impostor.ts';
import { makeHonest, TRACKS, USER, type SentTracks } from './honest-device.ts';

/** The URL of the real service, and of the attacker's. */
export const SERVICE = 'wss://service.example';
export const OTHER_SERVICE = 'wss://elsewhere.example';
/** A password that the person chooses during the script. */
const NEW_PASSWORD = 'a new password';

/** One hostile world, and the truth about it. */
export class HostileWorld {
  readonly world: FakeWorld;
  /** The key of the impostor. */
  readonly impostorKey: FakeIdentity;
  readonly tamperer: Tamperer;
  readonly sockets: FakeSockets;
  readonly #script: HostileScript;
  readonly #sent: SentTracks = new Map();
  readonly #honest: FakeDevice[] = [];
  readonly #impostors: FakeImpostor[] = [];
  readonly #others = [new FakeCertificate(), new FakeCertificate()] as const;
  readonly #upstreams = new Map<FakeWebSocket, Upstream>();
  readonly #lines = new Map<FakeWebSocket, Line>();
  readonly #bystanderSockets: FakeSockets;
  #isHostile = false;
  #connections = 0;

  private constructor(world: FakeWorld, impostorKey: FakeIdentity, script: HostileScript) {
    this.world = world;
    this.impostorKey = impostorKey;
    this.#script = script;
    world.prepare = (device) => {
      makeHonest(device, script.device, this.#sent);
      this.#honest.push(device);
    };
    const forger = new FakeCertificate();
    this.tamperer = new Tamperer({
      tamperings: script.tamperings,
      forgery: {
        sdpFingerprint: forger.sdpFingerprint,
        otherDevice: { deviceId: 'de-other', sct: 'sct-of-another-device' },
        tracks: TRACKS.map((trackId, index) => ({ mid: String(index + 1), trackId, kind: 'video' })),
      },
      schedule: (delayMs, task) => void world.clock.schedule(delayMs, task),
    });
    this.sockets = this.#hostileSockets();
    this.#bystanderSockets = this.#hostileSockets();
  }

  static async create(script: HostileScript): Promise<HostileWorld> {
    return new HostileWorld(await createFakeWorld(), await createFakeIdentity(), script);
  }

  /** Makes the service hostile. */
  turnHostile(): void {
    this.#isHostile = true;
    this.#connections = 0;
  }

  /** The options of a client in this world. */
  get options(): FakeClientOptions & { readonly iceServerCache?: IceServerCache } {
    const early = this.#script.isEarly === true ? { iceServerCache: earlyMemory(), iceServers: [] } : {};
    return { ...this.world.options, WebSocket: this.sockets.WebSocket, ...early };
  }

  get fingerprint(): Fingerprint {
    return this.world.identity.fingerprint;
  }

  /** The peer connections of the client under attack. */
  get clientPeers(): readonly FakePeerConnection[] {
    const others = new Set(
      [...this.#honest, ...this.#impostors.map(({ device }) => device)].map(({ pc }) => pc),
    );
    return this.world.network.all.filter(
      (peer) => !others.has(peer) && this.#others.every((certificate) => certificate !== peer.certificate),
    );
  }

  truth(keptKey: () => string | undefined): Truth {
    const isDeviceThere = (): boolean => this.#devicesThere().length > 0;
    return {
      get isDeviceThere() {
        return isDeviceThere();
      },
      isLoggedIn: (username) => this.#devicesThere().some((device) => device.username === username),
      nameOf: (track) => this.#sent.get(track),
      get keptKey() {
        return keptKey();
      },
    };
  }

  /** Secrets that an impostor received. */
  get secrets(): readonly string[] {
    return this.#impostors.flatMap(({ device }) =>
      secretsIn(device.resources.requests, [USER.password, NEW_PASSWORD]),
    );
  }

  /** How many impostors a client has connected to. */
  get impostorsReached(): number {
    return this.#impostors.filter(({ device }) => device.pc.dtls.state !== 'new').length;
  }

  /** Connects another browser to the same device through the same service; it is not part of the attack. */
  async connectBystander(): Promise<void> {
    const connection = createConnection({
      ...this.world.options,
      WebSocket: this.#bystanderSockets.WebSocket,
      certificate: asCertificate(this.#others[1]),
      handshake: 'sequential',
    });
    await connection.connect();
  }

  #devicesThere(): FakeDevice[] {
    const clients = this.clientPeers.filter(({ dtls, isSilent }) => dtls.state === 'connected' && !isSilent);
    return this.#honest.filter(({ pc }) =>
      clients.some(
        ({ dtls, certificate }) => dtls.remote === pc.certificate && pc.dtls.remote === certificate,
      ),
    );
  }

  #hostileSockets(): FakeSockets {
    return new FakeSockets({
      handleOpen: (socket) => this.#open(socket),
      handleFrame: (socket, text) => this.#receive(socket, text),
      handleClose: (socket) => this.#upstreams.get(socket)?.close(),
    });
  }

  #open(socket: FakeWebSocket): void {
    const line: Line = {
      send: (direction, message) => {
        if (direction === 'toClient') socket.serverSend(JSON.stringify(message));
        else this.#upstreams.get(socket)?.take(message);
      },
    };
    this.#lines.set(socket, line);
    const isBystander = this.#bystanderSockets.all.includes(socket);
    this.#upstreams.set(socket, this.#upstreamOf(socket, isBystander));
    socket.serverOpen();
    for (const text of earlyMessages(socket.protocol)) this.#receive(socket, text);
  }

  #upstreamOf(socket: FakeWebSocket, isBystander: boolean): Upstream {
    const { remotePeer, impostor: behaviour } = this.#script;
    if (!isBystander) this.#connections += 1;
    const isOtherService = socket.url.startsWith(OTHER_SERVICE);
    const isImpostor =
      this.#isHostile &&
      !isBystander &&
      (remotePeer === 'impostor' ||
        (remotePeer === 'impostor at the second connection' && this.#connections > 1) ||
        (remotePeer === 'impostor at another service' && isOtherService));
    if (!isImpostor) return this.#passOn(socket);
    if (behaviour === undefined) throw new Error('a script with an impostor must define its behaviour');
    const impostor = new FakeImpostor({
      world: this.world,
      identity: this.impostorKey,
      behaviour,
      backCertificate: this.#others[0],
      send: (message) => this.#pass(socket, 'toClient', message),
    });
    this.#impostors.push(impostor);
    return impostor;
  }

  /** The real service and, behind it, the real device. */
  #passOn(socket: FakeWebSocket): Upstream {
    const upstream = new this.world.sockets.WebSocket(socket.url, 'json');
    const waiting: string[] = [];
    upstream.addEventListener('open', () => {
      for (const text of waiting.splice(0)) upstream.send(text);
    });
    upstream.addEventListener('message', ({ data }) => {
      const message: WireMessage = JSON.parse(String(data));
      this.#pass(socket, 'toClient', withFeatures(message));
    });
    upstream.addEventListener('close', ({ code, reason }) => socket.serverEnd({ closeCode: code, reason }));
    return {
      take: (message) => {
        const text = JSON.stringify(message);
        // As in the real service: an unreadable message is not forwarded.
        if (!parseSignalingMessage(text).ok) return;
        if (upstream.readyState === FakeWebSocket.OPEN) upstream.send(text);
        else waiting.push(text);
      },
      close: () => upstream.close(),
    };
  }

  #receive(socket: FakeWebSocket, text: string): void {
    const message: WireMessage = JSON.parse(text);
    this.#pass(socket, 'toDevice', message);
  }

  #pass(socket: FakeWebSocket, direction: Direction, message: WireMessage): void {
    const line = this.#lines.get(socket);
    if (line === undefined) return;
    if (this.#isHostile) this.tamperer.pass(line, direction, message);
    else line.send(direction, message);
  }
}

/** The real service announces its features. */
function withFeatures(message: WireMessage): WireMessage {
  return message.type === 21 ? { ...message, features: LOGIN_FEATURES } : message;
}

/** Storage in which the service is recorded as supporting early messages. */
function earlyMemory(): IceServerCache {
  const notes = new Map<string, object>();
  return {
    get: (key) => notes.get(key) ?? (key.includes('"service"') ? { isEarly: true } : undefined),
    set: (key, note) => void notes.set(key, note ?? {}),
  };
}
