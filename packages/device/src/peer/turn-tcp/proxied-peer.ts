/** @module A native peer with a {@link TurnTcpProxy} for clients that use TURN over TCP or TLS; it has the interface of any native peer. */
import { randomBytes } from 'node:crypto';
import {
  decodeMappedAddress,
  decodeStunMessage,
  encodeStunMessage,
  equalBytes,
  StunAttribute,
  StunType,
  type IceServer,
  type Logger,
  type StunEndpoint,
} from '@longwire/protocol';
import type { IceServer as NativeIceServer, Video } from 'node-datachannel';
import type { NativePeer, NativeTrack } from '../native-peer.ts';
import type { NativeChannel } from '../safe-channel.ts';
import {
  hostPortOf,
  reflexiveCandidate,
  streamRelayOf,
  proxiedHostCandidate,
  withProxiedCandidates,
} from './proxied-candidate.ts';
import { TurnTcpProxy } from './turn-tcp-proxy.ts';

/** A TURN server that browsers reach over TCP or TLS. */
const STREAM_TURN = /^(?:turns:|turn:.*\?transport=tcp$)/iu;

/** When the request to the STUN server is repeated, in milliseconds: UDP may lose datagrams. */
const ASK_AGAIN_MS: readonly number[] = [500, 1500];

/** Whether clients may use TURN over TCP or TLS, for which the library needs the proxy. */
export function needsTurnTcpProxy(servers: readonly IceServer[]): boolean {
  return servers.some(({ urls }) => urls.some((url) => STREAM_TURN.test(url)));
}

/** Options of {@link ProxiedPeer}. */
export interface ProxiedPeerOptions {
  readonly native: NativePeer;
  /** The servers that the library uses; the proxy asks the first for its own public address. */
  readonly iceServers: readonly NativeIceServer[];
  readonly bindAddress: string | undefined;
  readonly logger: Logger;
}

/** Adds the proxy's candidates to those of the library, and withholds from the library the relays that the proxy handles. */
export class ProxiedPeer implements NativePeer {
  readonly #native: NativePeer;
  readonly #proxy: TurnTcpProxy;
  readonly #timers: NodeJS.Timeout[] = [];
  #password: string | undefined;
  #nativePort: number | undefined;
  #remoteMid = '0';
  /** The proxy's server-reflexive candidate, once the STUN server has answered. */
  #reflexive: string | undefined;
  #handleCandidate: ((candidate: string, mid: string) => void) | undefined;
  /** Whether the device made the first offer; undefined before any. */
  #isOfferer: boolean | undefined;

  constructor({ native, iceServers, bindAddress, logger }: ProxiedPeerOptions) {
    this.#native = native;
    this.#proxy = new TurnTcpProxy({
      bindAddress,
      password: () => (this.#password ??= /^a=ice-pwd:(\S+)/mu.exec(this.#localSdp())?.[1]),
      nativePort: () => (this.#nativePort ??= hostPortOf(this.#localSdp())),
      addCandidate: (line) => native.addRemoteCandidate(line, this.#remoteMid),
      logger,
    });
    const [server] = iceServers;
    if (server !== undefined) this.#askForAddress(server);
  }

  setLocalDescription(type: Parameters<NativePeer['setLocalDescription']>[0]): void {
    this.#isOfferer ??= type === 'offer';
    this.#native.setLocalDescription(type);
  }

  setRemoteDescription(sdp: string, type: Parameters<NativePeer['setRemoteDescription']>[1]): void {
    this.#isOfferer ??= false;
    this.#remoteMid = /^a=mid:(\S+)/mu.exec(sdp)?.[1] ?? this.#remoteMid;
    const lines = sdp.split('\r\n');
    const relays = lines.map((line) => streamRelayOf(line));
    this.#native.setRemoteDescription(
      lines.filter((_, index) => relays[index] === undefined).join('\r\n'),
      type,
    );
    // The side that offered first is the controlling agent and nominates a pair (RFC 8445 section 6.1.1).
    if (this.#isOfferer) this.#proxy.hold();
    else this.#proxy.open();
    for (const relay of relays) if (relay !== undefined) this.#proxy.handleRelay(relay);
  }

  addRemoteCandidate(candidate: string, mid: string): void {
    const relay = streamRelayOf(candidate);
    if (relay === undefined) this.#native.addRemoteCandidate(candidate, mid);
    else this.#proxy.handleRelay(relay);
  }

  localDescription(): ReturnType<NativePeer['localDescription']> {
    const description = this.#native.localDescription();
    if (description === null) return null;
    return { ...description, sdp: withProxiedCandidates(description.sdp, this.#proxy.port, this.#reflexive) };
  }

  onLocalCandidate(handle: (candidate: string, mid: string) => void): void {
    this.#handleCandidate = handle;
    this.#native.onLocalCandidate((candidate, mid) => {
      handle(candidate, mid);
      const proxied = proxiedHostCandidate(candidate, this.#proxy.port);
      if (proxied !== undefined) handle(proxied, mid);
    });
  }

  onStateChange(handle: (state: string) => void): void {
    this.#native.onStateChange((state) => {
      if (state === 'connected') this.#proxy.handleConnected();
      handle(state);
    });
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#proxy.close();
    this.#native.close();
  }

  remoteFingerprint(): ReturnType<NativePeer['remoteFingerprint']> {
    return this.#native.remoteFingerprint();
  }

  signalingState(): ReturnType<NativePeer['signalingState']> {
    return this.#native.signalingState();
  }

  gatheringState(): ReturnType<NativePeer['gatheringState']> {
    return this.#native.gatheringState();
  }

  onGatheringStateChange(handle: (state: string) => void): void {
    this.#native.onGatheringStateChange(handle);
  }

  addTrack(media: Video): NativeTrack {
    return this.#native.addTrack(media);
  }

  createDataChannel(...args: Parameters<NativePeer['createDataChannel']>): NativeChannel {
    return this.#native.createDataChannel(...args);
  }

  onDataChannel(listener: (channel: NativeChannel) => void): void {
    this.#native.onDataChannel(listener);
  }

  #localSdp(): string {
    return this.#native.localDescription()?.sdp ?? '';
  }

  /** Asks a STUN server for the proxy's public address and sends it to the client as a candidate. */
  #askForAddress({ hostname, port }: NativeIceServer): void {
    const transaction = randomBytes(12);
    const ask = (): void =>
      this.#proxy.ask(
        { address: hostname, port },
        encodeStunMessage({ type: StunType.bindingRequest, transaction }),
        (message) => {
          const mapped = mappedAddress(message, transaction);
          if (mapped !== undefined) this.#handleMapped(mapped);
        },
      );
    ask();
    for (const delayMs of ASK_AGAIN_MS) this.#timers.push(setTimeout(ask, delayMs));
  }

  #handleMapped(mapped: StunEndpoint): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.#reflexive = reflexiveCandidate(mapped);
    // A description that is created later contains the candidate.
    if (this.#native.localDescription() !== null) this.#handleCandidate?.(this.#reflexive, this.#remoteMid);
  }
}

/** The IPv4 address in the answer to the request with this transaction; undefined for anything else. */
function mappedAddress(message: Uint8Array, transaction: Uint8Array): StunEndpoint | undefined {
  const answer = decodeStunMessage(message);
  if (answer?.type !== StunType.bindingResponse || !equalBytes(answer.transaction, transaction))
    return undefined;
  const mapped = answer.attributes.find(({ type }) => type === StunAttribute.xorMappedAddress);
  return mapped && decodeMappedAddress(mapped.value);
}
