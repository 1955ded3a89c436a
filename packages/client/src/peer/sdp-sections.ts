/** @module The sections of an SDP, and what each says of itself. */

/** Which way the media of a line flows, seen from who wrote the description. */
export interface Flow {
  readonly sends: boolean;
  readonly receives: boolean;
}

/** The line that says it. */
export const DIRECTION: RegExp = /^a=(sendrecv|sendonly|recvonly|inactive)$/mu;
const MID = /^a=mid:(\S+)/mu;

/** The session's part and each media section, in order; every line ends with CR LF. */
export function sectionsOf(sdp: string): string[] {
  return sdp
    .replaceAll('\r\n', '\n')
    .replaceAll('\n', '\r\n')
    .split(/^(?=m=)/mu);
}

/** The media sections alone. */
export function mediaSections(sdp: string): string[] {
  return sectionsOf(sdp).filter((section) => section.startsWith('m='));
}

/** The mid of a section; '' where it has none. */
export function midOf(section: string): string {
  return MID.exec(section)?.[1] ?? '';
}

/** What a line says of itself; without a word it goes both ways (RFC 8866 section 6.7). */
export function flowOf(section: string): Flow {
  const direction = DIRECTION.exec(section)?.[1] ?? 'sendrecv';
  return {
    sends: direction === 'sendrecv' || direction === 'sendonly',
    receives: direction === 'sendrecv' || direction === 'recvonly',
  };
}
