/** @module The m-lines of a fake peer connection: mids, directions, and what a rollback undoes. */
import type { Direction, FakeSection } from './fake-sdp.ts';
import { FakeTrack, FakeTransceiver } from './fake-transceiver.ts';

/** Each direction as the other side sees it. */
export const ANSWERS: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** Holds the m-lines in order. */
export class FakeMedia {
  readonly transceivers: FakeTransceiver[] = [];
  #sections: FakeSection[] = [];
  #settled: FakeSection[] = [];

  get hasApplication(): boolean {
    return this.#sections.some(({ kind }) => kind === 'application');
  }

  /** Whether a transceiver was added that no current description has. */
  isMoreNeeded(hasChannels: boolean): boolean {
    const isApplicationMissing = hasChannels && !this.#settled.some(({ kind }) => kind === 'application');
    return isApplicationMissing || this.transceivers.some((transceiver) => this.#isUnsettled(transceiver));
  }

  /** Gives each transceiver without an m-line one, as making an offer does. */
  assignMids(hasChannels: boolean): void {
    if (hasChannels && !this.hasApplication) this.#add('application', 'sendrecv');
    for (const transceiver of this.transceivers) {
      if (transceiver.mid === null) transceiver.mid = this.#add(transceiver.kind, transceiver.direction);
    }
  }

  /** @throws DOMException InvalidAccessError when an m-line of the current description is missing from an offer, or differs */
  requireOrder(sections: readonly FakeSection[]): void {
    if (this.#settled.some(({ mid }, index) => sections[index]?.mid !== mid))
      throw new DOMException('the order of m-lines does not match', 'InvalidAccessError');
  }

  /** Each m-line in the direction of this side's transceiver. */
  offerSections(): readonly FakeSection[] {
    return this.#sections.map((section) => ({
      ...section,
      direction: this.#find(section.mid)?.direction ?? section.direction,
    }));
  }

  answerSections(): readonly FakeSection[] {
    return this.#sections.map((section) => ({ ...section, direction: this.#answerTo(section) }));
  }

  /**
   * Applies the m-lines of the other side, which sends a track of the browser where `sentAt` has one. Returns the transceivers whose
   * track is new.
   */
  takeRemote(
    sections: readonly FakeSection[],
    sentAt: (mid: string) => MediaStreamTrack | undefined,
  ): FakeTransceiver[] {
    this.#sections = [...sections];
    const fresh: FakeTransceiver[] = [];
    for (const { kind, mid, direction } of sections) {
      if (kind === 'application') continue;
      const transceiver = this.#find(mid) ?? this.#receive(kind, mid, sentAt(mid));
      const isSending = direction === 'sendrecv' || direction === 'sendonly';
      if (!isSending || transceiver.isAnnounced) continue;
      transceiver.isAnnounced = true;
      fresh.push(transceiver);
    }
    return fresh;
  }

  /** Completes the negotiation; `directionOf` gives the negotiated direction of a line, seen from this side. */
  settle(directionOf: (mid: string) => Direction): void {
    this.#settled = this.#sections;
    for (const transceiver of this.transceivers) {
      transceiver.isPending = transceiver.mid === null;
      transceiver.isRedirected = false;
      if (transceiver.mid !== null) transceiver.currentDirection = directionOf(transceiver.mid);
    }
  }

  rollback(): void {
    this.#sections = [...this.#settled];
    for (const transceiver of this.transceivers) if (transceiver.isPending) transceiver.mid = null;
  }

  /** Whether a line is not described yet, or has changed since it was described. */
  #isUnsettled(transceiver: FakeTransceiver): boolean {
    const { mid, isPending, isRedirected } = transceiver;
    return mid === null || isPending || isRedirected;
  }

  #add(kind: string, direction: Direction): string {
    const mid = String(this.#sections.length);
    this.#sections = [...this.#sections, { kind, mid, direction }];
    return mid;
  }

  #find(mid: string): FakeTransceiver | undefined {
    return this.transceivers.find((transceiver) => transceiver.mid === mid);
  }

  /** A track without media keeps the id that the other side gave it. */
  #receive(kind: string, mid: string, media: MediaStreamTrack | undefined): FakeTransceiver {
    const track = media ?? new FakeTrack(kind, `${kind}-${mid}`);
    const transceiver = new FakeTransceiver(kind, 'recvonly', null, track);
    transceiver.mid = mid;
    this.transceivers.push(transceiver);
    return transceiver;
  }

  #answerTo({ mid, direction }: FakeSection): Direction {
    const transceiver = this.#find(mid);
    const sends = transceiver !== undefined && (transceiver.sender.track !== null || transceiver.wantsToSend);
    const answer = ANSWERS[direction];
    if (sends || answer === 'recvonly') return answer;
    return answer === 'sendrecv' ? 'recvonly' : 'inactive';
  }
}
