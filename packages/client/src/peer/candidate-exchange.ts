/** @module ICE candidates of both sides: sent separately or inside a description, and queued until their description is known. */
import type { IceCandidate, Logger } from '@longwire/protocol';
import { EarlyCandidates } from './early-candidates.ts';
import { gatheringComplete, isInside } from './gathering.ts';

/** Options of {@link CandidateExchange}. */
export interface CandidateExchangeOptions {
  readonly pc: RTCPeerConnection;
  readonly logger: Logger;
  /** Sends one candidate to the other side. */
  readonly send: (candidate: IceCandidate) => void;
}

/** Sends and receives candidates. */
export class CandidateExchange {
  readonly #options: CandidateExchangeOptions;
  readonly #early = new EarlyCandidates();
  /** Candidates of a description that is not sent yet; undefined when none is pending. */
  #held: IceCandidate[] | undefined;
  #isRemoteWithoutTrickle = false;
  /** The other side lost separate candidates, and no description has included them yet. */
  #mustResend = false;

  constructor(options: CandidateExchangeOptions) {
    this.#options = options;
  }

  /** Whether the other side accepts candidates only inside descriptions. */
  get isRemoteWithoutTrickle(): boolean {
    return this.#isRemoteWithoutTrickle;
  }

  /** Records that the other side accepts no separate candidates; what was described before has to be sent again. */
  noteTrickle(noTrickle: boolean | undefined): void {
    if (noTrickle !== true || this.#isRemoteWithoutTrickle) return;
    this.#isRemoteWithoutTrickle = true;
    this.#mustResend = this.#options.pc.localDescription !== null;
  }

  /** Whether one more offer is due, with the lost candidates inside; true once. */
  takeResend(): boolean {
    const isDue = this.#mustResend && this.#options.pc.signalingState === 'stable';
    if (isDue) this.#mustResend = false;
    return isDue;
  }

  /** Resolves when the local description contains all candidates. */
  async allInside(signal: AbortSignal): Promise<void> {
    await gatheringComplete(this.#options.pc, signal);
    this.#mustResend = false;
  }

  /** Queues local candidates, so that none is sent before its description. */
  hold(): void {
    this.#held = [];
  }

  /** Sends queued candidates that are not inside the SDP that was sent; '' if none was. */
  release(sdp: string): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const candidate of held) if (!isInside(sdp, candidate)) this.#send(candidate);
  }

  /** Handles a candidate of this side. */
  handleLocal(candidate: RTCIceCandidate | null): void {
    if (candidate === null || candidate.candidate === '') return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    this.#send({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
  }

  /** Handles a candidate of the other side; queued until its description arrives. */
  async handleRemote(candidate: IceCandidate): Promise<void> {
    const { pc, logger } = this.#options;
    if (pc.remoteDescription !== null) {
      await this.#add(candidate);
    } else if (!this.#early.keep(candidate)) {
      logger.warn('negotiation.ignored', { reason: 'too many early candidates' });
    }
  }

  /** Adds the queued candidates; called when a description of the other side is applied. */
  async addEarly(): Promise<void> {
    for (const candidate of this.#early.take()) await this.#add(candidate);
  }

  async #add(candidate: IceCandidate): Promise<void> {
    const { pc, logger } = this.#options;
    try {
      await pc.addIceCandidate(candidate);
    } catch (error) {
      // One unusable candidate must not prevent the others.
      if (pc.signalingState !== 'closed') logger.warn('negotiation.candidate-failed', { error });
    }
  }

  #send(candidate: IceCandidate): void {
    if (this.#isRemoteWithoutTrickle) return;
    if (this.#held === undefined) this.#options.send(candidate);
    else this.#held.push(candidate);
  }
}
