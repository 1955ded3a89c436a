/** @module A fake world whose service is hostile: everything that a client says and hears passes through it. */
import { createConnection, type TurnMemory } from '@longwire/client';
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
import { Tamperer, type FarEndPort, type Line } from '../tampering.ts';
import type { Truth } from '../truth.ts';
import { FakeImpostor } from './fake-impostor.ts';
import { makeHonest, TRACKS, USER, type SentTracks } from './honest-device.ts';

/** Where the device is reached, and where an attacker would have it reached. */
export const SERVICE = 'wss://service.example';
export const OTHER_SERVICE = 'wss://elsewhere.example';
/** A password that the person chooses in the course of a script. */
const NEW_PASSWORD = 'a new password';

/** One hostile world, with the truth about it. */
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
  readonly #farEnds = new Map<FakeWebSocket, FarEndPort>();
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

  /** From here on the service is hostile. */
  turnHostile(): void {
    this.#isHostile = true;
    this.#connections = 0;
  }

  /** What a client in this world is made with. */
  get options(): FakeClientOptions & { readonly turnMemory?: TurnMemory } {
    const early = this.#script.isEarly === true ? { turnMemory: earlyMemory(), iceServers: [] } : {};
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

  /** Secrets that an impostor was sent. */
  get secrets(): readonly string[] {
    return this.#impostors.flatMap(({ device }) =>
      secretsIn(device.resources.requests, [USER.password, NEW_PASSWORD]),
    );
  }

  /** How many impostors a client has connected to. */
  get impostorsReached(): number {
    return this.#impostors.filter(({ device }) => device.pc.dtls.state !== 'new').length;
  }

  /** Connects another browser to the same device by the same service; it belongs to no one here. */
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
      handleFrame: (socket, text) => this.#hear(socket, text),
      handleClose: (socket) => this.#farEnds.get(socket)?.close(),
    });
  }

  #open(socket: FakeWebSocket): void {
    const line: Line = {
      send: (direction, message) => {
        if (direction === 'toClient') socket.serverSend(JSON.stringify(message));
        else this.#farEnds.get(socket)?.take(message);
      },
    };
    this.#lines.set(socket, line);
    const isBystander = this.#bystanderSockets.all.includes(socket);
    this.#farEnds.set(socket, this.#farEndOf(socket, isBystander));
    socket.serverOpen();
    for (const text of earlyMessages(socket.protocol)) this.#hear(socket, text);
  }

  #farEndOf(socket: FakeWebSocket, isBystander: boolean): FarEndPort {
    const { farEnd, impostor: behaviour } = this.#script;
    if (!isBystander) this.#connections += 1;
    const isElsewhere = socket.url.startsWith(OTHER_SERVICE);
    const isImpostor =
      this.#isHostile &&
      !isBystander &&
      (farEnd === 'impostor' ||
        (farEnd === 'impostor at the second connection' && this.#connections > 1) ||
        (farEnd === 'impostor at another service' && isElsewhere));
    if (!isImpostor) return this.#passOn(socket);
    if (behaviour === undefined) throw new Error('a script with an impostor says how it behaves');
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
  #passOn(socket: FakeWebSocket): FarEndPort {
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
        // As the real service does: what cannot be read goes no further.
        if (!parseSignalingMessage(text).ok) return;
        if (upstream.readyState === FakeWebSocket.OPEN) upstream.send(text);
        else waiting.push(text);
      },
      close: () => upstream.close(),
    };
  }

  #hear(socket: FakeWebSocket, text: string): void {
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

/** The real service names what it takes. */
function withFeatures(message: WireMessage): WireMessage {
  return message.type === 21 ? { ...message, features: LOGIN_FEATURES } : message;
}

/** Notes of a service that is known to take early messages. */
function earlyMemory(): TurnMemory {
  const notes = new Map<string, object>();
  return {
    get: (key) => notes.get(key) ?? (key.includes('"service"') ? { isEarly: true } : undefined),
    set: (key, note) => void notes.set(key, note ?? {}),
  };
}
