/** @module A test peer on node-datachannel that offers, in an order that works around a bug of the library (docs/platform.md). */
import { PeerConnection, type RtcConfig } from 'node-datachannel';

/** A message of PROTOCOL.md section 2. */
export interface Message {
  readonly type: number;
  readonly data?: string;
  readonly metadata?: object;
}

interface Candidate {
  readonly candidate: string;
  readonly sdpMid: string;
}

const OFFER = 0;
const ANSWER = 1;
const CANDIDATE = 2;

const CANDIDATE_LINE = /^a=(?:candidate:.*|end-of-candidates)\r?\n/gmu;

/**
 * A handshake that begins while an answer is being applied fails, because its fingerprint is not stored yet. So neither side receives
 * the other's candidates before that is done.
 */
export class OfferingPeer {
  readonly peer: PeerConnection;
  readonly #send: (message: Message) => void;
  readonly #ownCandidates: Message[] = [];
  readonly #early: Candidate[] = [];
  #isAnswered = false;

  constructor(send: (message: Message) => void, config: Partial<RtcConfig> = {}) {
    this.#send = send;
    this.peer = new PeerConnection('offering', { iceServers: [], disableAutoNegotiation: true, ...config });
    this.peer.onLocalDescription((sdp, type) => {
      const data = JSON.stringify({ type, sdp: sdp.replace(CANDIDATE_LINE, '') });
      if (type === 'offer') send({ type: OFFER, data, metadata: {} });
    });
    this.peer.onLocalCandidate((candidate, sdpMid) => {
      const data = JSON.stringify({ candidate: candidate.replace(/^a=/u, ''), sdpMid });
      this.#sendCandidate({ type: CANDIDATE, data });
    });
  }

  offer(): void {
    this.peer.setLocalDescription('offer');
  }

  /** An answer or a candidate of the other side. */
  handleMessage({ type, data = '{}' }: Message): void {
    const content = JSON.parse(data);
    if (type === ANSWER) this.#handleAnswer(content.sdp);
    if (type === CANDIDATE) {
      this.#handleCandidate({ candidate: content.candidate, sdpMid: content.sdpMid ?? '0' });
    }
  }

  #handleAnswer(sdp: string): void {
    const sdpMid = /^a=mid:(\S+)/mu.exec(sdp)?.[1] ?? '0';
    this.peer.setRemoteDescription(sdp.replace(CANDIDATE_LINE, ''), 'answer');
    this.#isAnswered = true;
    for (const [line] of sdp.matchAll(CANDIDATE_LINE)) {
      this.#handleCandidate({ candidate: line.slice('a='.length).trim(), sdpMid });
    }
    for (const candidate of this.#early.splice(0)) this.#handleCandidate(candidate);
    for (const message of this.#ownCandidates.splice(0)) this.#send(message);
  }

  #handleCandidate(candidate: Candidate): void {
    if (!candidate.candidate.startsWith('candidate:')) return;
    if (this.#isAnswered) this.peer.addRemoteCandidate(candidate.candidate, candidate.sdpMid);
    else this.#early.push(candidate);
  }

  #sendCandidate(message: Message): void {
    if (this.#isAnswered) this.#send(message);
    else this.#ownCandidates.push(message);
  }
}
