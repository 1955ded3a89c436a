/** @module The peer connection of node-datachannel, as much of it as is used. */
import { isIPv6 } from 'node:net';
import { silentLogger, type IceServer, type Logger } from '@longwire/protocol';
import { PeerConnection, type Video } from 'node-datachannel';
import { reasonOf } from '../log/reason-of.ts';
import { requireOwnAddress } from './bind-address.ts';
import type { NativeTrack } from './carrier.ts';
import { needsDoor, PeerWithDoor } from './door/peer-with-door.ts';
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
  addTrack(media: Video): NativeTrack;
  createDataChannel(label: string, config?: { negotiated: boolean; id: number }): NativeChannel;
  onDataChannel(listener: (channel: NativeChannel) => void): void;
};

/** What a native peer is made with. */
export interface NativePeerOptions {
  readonly name: string;
  readonly iceServers: readonly IceServer[];
  readonly bindAddress: string | undefined;
  readonly logger?: Logger;
}

/** Makes a native peer. */
export type CreateNativePeer = (options: NativePeerOptions) => NativePeer;

/** Largest message that the device takes, in bytes; browsers announce the same. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** Makes a peer of node-datachannel. */
export const createNativePeer: CreateNativePeer = ({
  name,
  iceServers,
  bindAddress,
  logger = silentLogger,
}) => {
  const servers = nativeIceServers(iceServers);
  const native = new PeerConnection(name, {
    iceServers: servers,
    disableAutoNegotiation: true,
    maxMessageSize: MAX_MESSAGE_BYTES,
    ...(bindAddress === undefined ? {} : { bindAddress: requireOwnAddress(bindAddress) }),
  });
  // The door is for IPv4 alone, as relays are.
  if (!needsDoor(iceServers) || isIPv6(bindAddress ?? '')) return native;
  try {
    return new PeerWithDoor({ native, iceServers: servers, bindAddress, logger });
  } catch (error) {
    // Without one more socket most clients connect all the same.
    logger.warn('peer.door', { error, reason: reasonOf(error) });
    return native;
  }
};
