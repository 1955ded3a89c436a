/** @module Decides what to do with an incoming description (W3C webrtc-pc section 10.7, perfect negotiation). */

/** The signaling states of an `RTCPeerConnection`. */
export type PeerSignalingState =
  | 'stable'
  | 'have-local-offer'
  | 'have-remote-offer'
  | 'have-local-pranswer'
  | 'have-remote-pranswer'
  | 'closed';

/** The negotiation state of one side. */
export interface NegotiationState {
  readonly isPolite: boolean;
  /** From the call that makes an offer until it is set as the local description. */
  readonly isMakingOffer: boolean;
  /** While an answer is being set as the remote description. */
  readonly isSettingRemoteAnswerPending: boolean;
  readonly signalingState: PeerSignalingState;
}

/** Apply it; roll back the own offer and apply it; or drop it together with its candidates. */
export type DescriptionDecision = 'accept' | 'rollback' | 'ignore';

/** Decides about an incoming description; a stale answer is ignored, because applying it would fail. */
export function decideDescription(state: NegotiationState, type: 'offer' | 'answer'): DescriptionDecision {
  if (state.signalingState === 'closed') return 'ignore';
  return type === 'offer' ? decideOffer(state) : decideAnswer(state);
}

function decideOffer(state: NegotiationState): DescriptionDecision {
  const isStable = state.signalingState === 'stable' || state.isSettingRemoteAnswerPending;
  const isReady = isStable && !state.isMakingOffer;
  if (isReady) return 'accept';
  if (!state.isPolite) return 'ignore';
  const hasOwnOffer = state.isMakingOffer || state.signalingState === 'have-local-offer';
  return hasOwnOffer ? 'rollback' : 'accept';
}

function decideAnswer({
  signalingState,
  isSettingRemoteAnswerPending,
}: NegotiationState): DescriptionDecision {
  const isAwaited = signalingState === 'have-local-offer' || signalingState === 'have-remote-pranswer';
  return isAwaited && !isSettingRemoteAnswerPending ? 'accept' : 'ignore';
}
