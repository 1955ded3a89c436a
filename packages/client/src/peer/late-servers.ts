/** @module The first offer of a peer connection whose ICE servers are not known yet. */
import type { Clock } from '@longwire/protocol';
import { waitFor, withLimits } from '@longwire/protocol/base';

/** ICE servers that the service names while the peer connection is being made. */
export interface LateServers {
  /** Resolves once the peer connection has its servers; rejects if there will be none. */
  readonly arrived: Promise<void>;
  /** Whether the service is so far away that the offer leaves first; known when the socket is open. */
  readonly isFar: Promise<boolean>;
}

/** How long an offer that has left waits for its servers, in milliseconds, before only addresses of the browser itself are gathered. */
export const SERVERS_PATIENCE_MS = 5_000;

/** Options of {@link offerBeforeServers}. */
export interface OfferBeforeServers {
  readonly pc: Pick<RTCPeerConnection, 'createOffer'>;
  readonly servers: LateServers;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Sends the SDP of the offer; candidates follow separately. */
  readonly send: (sdp: string) => void;
}

/**
 * Creates the first offer, and lets it leave at once if the service is far away. Gathering starts with the local description, which
 * the caller sets afterwards: the servers are known by then, and changing them later would be an ICE restart.
 * @returns the offer, and the SDP that was sent; '' if the offer is still to be sent, with candidates inside
 */
export async function offerBeforeServers({
  pc,
  servers: { arrived, isFar },
  clock,
  signal,
  send,
}: OfferBeforeServers): Promise<{ readonly offer: RTCSessionDescriptionInit; readonly sent: string }> {
  const offer = await pc.createOffer();
  const leavesFirst = await withLimits({ owner: signal }, () =>
    Promise.race([arrived.then(() => false), isFar]),
  );
  if (!leavesFirst) {
    await withLimits({ owner: signal }, () => arrived);
    return { offer, sent: '' };
  }
  const sent = offer.sdp ?? '';
  send(sent);
  await waitFor<void>({ owner: signal }, ({ resolve, reject }) => {
    arrived.then(resolve, reject);
    return clock.schedule(SERVERS_PATIENCE_MS, resolve);
  });
  return { offer, sent };
}
