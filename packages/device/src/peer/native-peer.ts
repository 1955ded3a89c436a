/** @module The part of node-datachannel's peer connection that the device uses. */
import { isIPv6 } from 'node:net';
import { silentLogger, type IceServer, type Logger } from '@longwire/protocol';
import { PeerConnection, type Video } from 'node-datachannel';
import { reasonOf } from '../log/reason-of.ts';
import { requireOwnAddress } from './bind-address.ts';
import type { NativeTrack } from './bundled-rtp-track.ts';
import { needsTurnTcpProxy, ProxiedPeer } from './turn-tcp/proxied-peer.ts';
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

/** Options of {@link CreateNativePeer}. */
export interface NativePeerOptions {
  readonly name: string;
  readonly iceServers: readonly IceServer[];
  readonly bindAddress: string | undefined;
  readonly logger?: Logger;
}

/** Creates a native peer. */
export type CreateNativePeer = (options: NativePeerOptions) => NativePeer;

/** Largest message that the device accepts, in bytes; browsers announce the same limit. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** Creates a node-datachannel peer, behind a {@link ProxiedPeer} if browsers may reach a TURN server over TCP or TLS. */
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
  // The proxy supports IPv4 only, as TURN relays do.
  if (!needsTurnTcpProxy(iceServers) || isIPv6(bindAddress ?? '')) return native;
  try {
    return new ProxiedPeer({ native, iceServers: servers, bindAddress, logger });
  } catch (error) {
    // Most clients can connect without the proxy.
    logger.warn('turn-tcp-proxy.failed', { error, reason: reasonOf(error) });
    return native;
  }
};
