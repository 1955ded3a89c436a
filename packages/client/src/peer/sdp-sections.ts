/** @module The sections of an SDP, with their mids and directions. */

/** The direction of a section's media, from the perspective of the description's author. */
export interface Flow {
  readonly sends: boolean;
  readonly receives: boolean;
}

/** The direction attribute of a section. */
export const DIRECTION: RegExp = /^a=(sendrecv|sendonly|recvonly|inactive)$/mu;
const MID = /^a=mid:(\S+)/mu;

/** The session section and each media section, in order; every line ends with CR LF. */
export function sectionsOf(sdp: string): string[] {
  return sdp
    .replaceAll('\r\n', '\n')
    .replaceAll('\n', '\r\n')
    .split(/^(?=m=)/mu);
}

/** The media sections only. */
export function mediaSections(sdp: string): string[] {
  return sectionsOf(sdp).filter((section) => section.startsWith('m='));
}

/** The mid of a section; '' if missing. */
export function midOf(section: string): string {
  return MID.exec(section)?.[1] ?? '';
}

/** The direction of a section; both ways if missing (RFC 8866 section 6.7). */
export function flowOf(section: string): Flow {
  const direction = DIRECTION.exec(section)?.[1] ?? 'sendrecv';
  return {
    sends: direction === 'sendrecv' || direction === 'sendonly',
    receives: direction === 'sendrecv' || direction === 'recvonly',
  };
}
