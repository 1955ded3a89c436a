/** @module What ends a connection, as data in one place. */
import { assertNever, EdgeError, SignalingCloseError, specError } from '@longwire/protocol/base';

/** The losses that end a connection. */
export interface ClosePolicy {
  readonly iceStates: readonly RTCIceConnectionState[];
  /** How long `disconnected` may last, in milliseconds; ICE often recovers by itself. */
  readonly disconnectedGraceMs: number;
  /** Applies to a connected connection; connecting always requires signaling. */
  readonly onSignalingLoss: 'close' | 'stay';
}

/** The default (SPEC.md section 4). */
export const specPolicy: ClosePolicy = {
  iceStates: ['closed', 'failed', 'disconnected'],
  disconnectedGraceMs: 0,
  onSignalingLoss: 'close',
};

/**
 * How long the end of the peer connection waits for its reason, in milliseconds. A device or service that stops
 * closes both at once, and the close code of signaling, which contains the reason, may arrive second.
 */
export const REASON_GRACE_MS = 500;

/** An event that may end a connection. */
export type Loss =
  | {
      readonly type: 'signaling-closed';
      readonly closeCode: number;
      readonly reason: string;
      /** The browser's event, which becomes the error's `cause`. */
      readonly event?: CloseEvent;
    }
  | { readonly type: 'signaling-failed' }
  | { readonly type: 'ice-state'; readonly state: RTCIceConnectionState }
  | { readonly type: 'identity-lost'; readonly state: RTCDtlsTransportState }
  | { readonly type: 'channel-closed'; readonly channel: 'request' | 'negotiation' }
  /** `isFinal`: the two sides can no longer negotiate. */
  | { readonly type: 'peer-error'; readonly error: EdgeError; readonly isFinal?: boolean };

/** The decision about a loss. */
export type Verdict =
  | { readonly kind: 'close'; readonly delayMs: number; readonly error: EdgeError }
  /** The connection continues; `error`, if any, becomes a warning. */
  | { readonly kind: 'stay'; readonly error?: EdgeError };

/** Decides about a loss; the policy cannot override a lost proof of identity. */
export function decideLoss(policy: ClosePolicy, phase: 'connecting' | 'connected', loss: Loss): Verdict {
  switch (loss.type) {
    case 'signaling-closed':
      return decideSignaling(policy, phase, closeErrorOf(loss));
    case 'signaling-failed':
      return decideSignaling(policy, phase, specError('ERR_WEBSOCKET'));
    case 'ice-state':
      return decideIce(policy, loss.state);
    case 'identity-lost':
      return decideDtls(loss.state);
    case 'channel-closed':
      return closeWith(
        new EdgeError('ERR_CHANNEL_CLOSED', `${loss.channel} channel closed`),
        REASON_GRACE_MS,
      );
    case 'peer-error':
      return decidePeerError(phase, loss);
    default:
      return assertNever(loss);
  }
}

function closeErrorOf({
  closeCode,
  reason,
  event,
}: Extract<Loss, { type: 'signaling-closed' }>): SignalingCloseError {
  return SignalingCloseError.fromCloseCode(closeCode, reason, event && { cause: event });
}

function closeWith(error: EdgeError, delayMs = 0): Verdict {
  return { kind: 'close', delayMs, error };
}

/** `closed` is an orderly end by the other side; in any other state the transport can no longer be trusted. */
function decideDtls(state: RTCDtlsTransportState): Verdict {
  const error = new EdgeError('ERR_PEER_FAILED', `DTLS transport is ${state}`);
  return closeWith(error, state === 'closed' ? REASON_GRACE_MS : 0);
}

function decideSignaling(policy: ClosePolicy, phase: 'connecting' | 'connected', error: EdgeError): Verdict {
  const mayStay = phase === 'connected' && policy.onSignalingLoss === 'stay';
  return mayStay ? { kind: 'stay', error } : closeWith(error);
}

function decideIce(policy: ClosePolicy, state: RTCIceConnectionState): Verdict {
  if (!policy.iceStates.includes(state)) return { kind: 'stay' };
  const error = new EdgeError('ERR_PEER_FAILED', `ICE connection is ${state}`);
  return closeWith(error, state === 'disconnected' ? policy.disconnectedGraceMs : 0);
}

function decidePeerError(
  phase: 'connecting' | 'connected',
  { error, isFinal = false }: Extract<Loss, { type: 'peer-error' }>,
): Verdict {
  const isFatal = phase === 'connecting' || isFinal || error.code === 'ERR_CERTIFICATE_CHANGED';
  return isFatal ? closeWith(error) : { kind: 'stay', error };
}
