/** @module The peer connection of node-datachannel, as much of it as is used. */
import type { IceServer } from '@longwire/protocol';
import { PeerConnection, type Audio, type Video } from 'node-datachannel';
import { requireOwnAddress } from './bind-address.ts';
import type { NativeTrack } from './media-line.ts';
import { nativeIceServers } from './native-ice-servers.ts';
import type { NativeChannel } from './safe-channel.ts';

/** The part of node-datachannel's peer connection that is used. */
export type NativePeer = Pick<
  PeerConnection,
  | 'close'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'localDescription'
  | 'remoteFingerprint'
  | 'addRemoteCandidate'
  | 'signalingState'
  | 'gatheringState'
  | 'onLocalCandidate'
  | 'onStateChange'
  | 'onGatheringStateChange'
> & {
  addTrack(media: Audio | Video): NativeTrack;
  createDataChannel(label: string, config?: { negotiated: boolean; id: number }): NativeChannel;
  onDataChannel(listener: (channel: NativeChannel) => void): void;
  onTrack(listener: (track: NativeTrack) => void): void;
};

/** What a native peer is made with. */
export interface NativePeerOptions {
  readonly name: string;
  readonly iceServers: readonly IceServer[];
  readonly bindAddress: string | undefined;
}

/** Makes a native peer. */
export type CreateNativePeer = (options: NativePeerOptions) => NativePeer;

/** Largest message that the device takes, in bytes; browsers announce the same. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** Makes a peer of node-datachannel. */
export const createNativePeer: CreateNativePeer = ({ name, iceServers, bindAddress }) =>
  new PeerConnection(name, {
    iceServers: nativeIceServers(iceServers),
    disableAutoNegotiation: true,
    // Tracks come later; without this DTLS would start without SRTP, for good.
    forceMediaTransport: true,
    maxMessageSize: MAX_MESSAGE_BYTES,
    ...(bindAddress === undefined ? {} : { bindAddress: requireOwnAddress(bindAddress) }),
  });
