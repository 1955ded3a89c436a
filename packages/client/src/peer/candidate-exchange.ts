/** @module ICE candidates of both sides: sent one by one or inside a description, and kept until the description that they belong to. */
import type { IceCandidate, Logger } from '@longwire/protocol';
import { EarlyCandidates } from './early-candidates.ts';
import { gatheringComplete, isInside } from './gathering.ts';

/** What an exchange works on. */
export interface CandidateExchangeOptions {
  readonly pc: RTCPeerConnection;
  readonly logger: Logger;
  /** Sends one candidate to the other side. */
  readonly send: (candidate: IceCandidate) => void;
}

/** Sends and takes candidates. */
export class CandidateExchange {
  readonly #options: CandidateExchangeOptions;
  readonly #early = new EarlyCandidates();
  /** Candidates of a description that is not sent yet; undefined when there is none. */
  #held: IceCandidate[] | undefined;
  #isRemoteWithoutTrickle = false;
  /** Candidates sent one by one were lost on the other side, and no description had them inside yet. */
  #owesCandidates = false;

  constructor(options: CandidateExchangeOptions) {
    this.#options = options;
  }

  /** Whether the other side takes candidates inside descriptions only. */
  get isRemoteWithoutTrickle(): boolean {
    return this.#isRemoteWithoutTrickle;
  }

  /** Notes that the other side takes no single candidates; what was described before that has to come again. */
  noteTrickle(noTrickle: boolean | undefined): void {
    if (noTrickle !== true || this.#isRemoteWithoutTrickle) return;
    this.#isRemoteWithoutTrickle = true;
    this.#owesCandidates = this.#options.pc.localDescription !== null;
  }

  /** Whether one more offer is due now, with the candidates that were lost inside; true once. */
  takeDebt(): boolean {
    const isDue = this.#owesCandidates && this.#options.pc.signalingState === 'stable';
    if (isDue) this.#owesCandidates = false;
    return isDue;
  }

  /** Resolves when the local description has all candidates inside. */
  async allInside(signal: AbortSignal): Promise<void> {
    await gatheringComplete(this.#options.pc, signal);
    this.#owesCandidates = false;
  }

  /** Local candidates wait from here on, so that none is sent before its description. */
  hold(): void {
    this.#held = [];
  }

  /** Sends those that waited and are not inside the SDP that was sent; '' where none was. */
  release(sdp: string): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const candidate of held) if (!isInside(sdp, candidate)) this.#send(candidate);
  }

  /** Takes a candidate of this side. */
  handleLocal(candidate: RTCIceCandidate | null): void {
    if (candidate === null || candidate.candidate === '') return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    this.#send({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
  }

  /** Takes a candidate of the other side; kept where no description has come yet. */
  async handleRemote(candidate: IceCandidate): Promise<void> {
    const { pc, logger } = this.#options;
    if (pc.remoteDescription !== null) {
      await this.#add(candidate);
    } else if (!this.#early.keep(candidate)) {
      logger.warn('negotiation.ignored', { reason: 'too many early candidates' });
    }
  }

  /** Adds what was kept; called when a description of the other side is applied. */
  async addEarly(): Promise<void> {
    for (const candidate of this.#early.take()) await this.#add(candidate);
  }

  async #add(candidate: IceCandidate): Promise<void> {
    const { pc, logger } = this.#options;
    try {
      await pc.addIceCandidate(candidate);
    } catch (error) {
      // One candidate that does not fit is no reason to give up the others.
      if (pc.signalingState !== 'closed') logger.warn('negotiation.candidate', { error });
    }
  }

  #send(candidate: IceCandidate): void {
    if (this.#isRemoteWithoutTrickle) return;
    if (this.#held === undefined) this.#options.send(candidate);
    else this.#held.push(candidate);
  }
}
