/** @module Creates the native peer of a connection, behind a proxy where browsers may reach a TURN server over TCP. */
import { isIPv6 } from 'node:net';
import { silentLogger } from '@longwire/protocol';
import { PeerConnection } from 'node-datachannel';
import { reasonOf } from '../log/reason-of.ts';
import { requireOwnAddress } from './bind-address.ts';
import { nativeIceServers } from './native-ice-servers.ts';
import type { CreateNativePeer } from './native-peer.ts';
import { needsTurnTcpProxy, ProxiedPeer } from './turn-tcp/proxied-peer.ts';

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
