/** @module A native peer with a door for clients that come by TURN over TCP or TLS; to the rest of the device it is like any other. */
import { randomBytes } from 'node:crypto';
import type { IceServer, Logger } from '@longwire/protocol';
import type { IceServer as NativeIceServer, Video } from 'node-datachannel';
import type { NativeTrack } from '../carrier.ts';
import type { NativePeer } from '../native-peer.ts';
import type { NativeChannel } from '../safe-channel.ts';
import { hostPortOf, reflexiveCandidate, streamRelayOf, twinOf, withDoor } from './door-candidate.ts';
import { RelayDoor } from './relay-door.ts';
import { bindingRequest, mappedAddress, type Endpoint } from './stun-message.ts';

/** A TURN server that browsers reach by TCP or TLS. */
const STREAM_TURN = /^(?:turns:|turn:.*\?transport=tcp$)/iu;

/** When the STUN server is asked again for the door's address, in milliseconds: UDP loses datagrams. */
const ASK_AGAIN_MS: readonly number[] = [500, 1500];

/** Whether clients may come in ways for which the library needs a door. */
export function needsDoor(servers: readonly IceServer[]): boolean {
  return servers.some(({ urls }) => urls.some((url) => STREAM_TURN.test(url)));
}

/** What a {@link PeerWithDoor} needs. */
export interface PeerWithDoorOptions {
  readonly native: NativePeer;
  /** Those that the library uses: one of them tells the door its address. */
  readonly iceServers: readonly NativeIceServer[];
  readonly bindAddress: string | undefined;
  readonly logger: Logger;
}

/** Puts the door's candidates beside those of the library, and keeps from it the relays that are the door's. */
export class PeerWithDoor implements NativePeer {
  readonly #native: NativePeer;
  readonly #door: RelayDoor;
  readonly #timers: NodeJS.Timeout[] = [];
  #password: string | undefined;
  #nativePort: number | undefined;
  #remoteMid = '0';
  /** The door's candidate as a STUN server sees it. */
  #reflexive: string | undefined;
  #handleCandidate: ((candidate: string, mid: string) => void) | undefined;
  /** Who has made the first offer. */
  #isOfferer: boolean | undefined;

  constructor({ native, iceServers, bindAddress, logger }: PeerWithDoorOptions) {
    this.#native = native;
    this.#door = new RelayDoor({
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
    // The side that offered first chooses the way (RFC 8445 section 6.1.1).
    if (this.#isOfferer) this.#door.hold();
    else this.#door.open();
    for (const relay of relays) if (relay !== undefined) this.#door.handleRelay(relay);
  }

  addRemoteCandidate(candidate: string, mid: string): void {
    const relay = streamRelayOf(candidate);
    if (relay === undefined) this.#native.addRemoteCandidate(candidate, mid);
    else this.#door.handleRelay(relay);
  }

  localDescription(): ReturnType<NativePeer['localDescription']> {
    const description = this.#native.localDescription();
    if (description === null) return null;
    return { ...description, sdp: withDoor(description.sdp, this.#door.port, this.#reflexive) };
  }

  onLocalCandidate(handle: (candidate: string, mid: string) => void): void {
    this.#handleCandidate = handle;
    this.#native.onLocalCandidate((candidate, mid) => {
      handle(candidate, mid);
      const twin = twinOf(candidate, this.#door.port);
      if (twin !== undefined) handle(twin, mid);
    });
  }

  onStateChange(handle: (state: string) => void): void {
    this.#native.onStateChange((state) => {
      if (state === 'connected') this.#door.handleConnected();
      handle(state);
    });
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#door.close();
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

  /** The door's address behind a NAT, told to the client when a server has told it. */
  #askForAddress({ hostname, port }: NativeIceServer): void {
    const transaction = randomBytes(12);
    const ask = (): void =>
      this.#door.ask({ address: hostname, port }, bindingRequest(transaction), (message) => {
        const mapped = mappedAddress(message, transaction);
        if (mapped !== undefined) this.#handleMapped(mapped);
      });
    ask();
    for (const delayMs of ASK_AGAIN_MS) this.#timers.push(setTimeout(ask, delayMs));
  }

  #handleMapped(mapped: Endpoint): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.#reflexive = reflexiveCandidate(mapped);
    // Else it stands in the description that is made.
    if (this.#native.localDescription() !== null) this.#handleCandidate?.(this.#reflexive, this.#remoteMid);
  }
}
