/** @module Splits a session description into the lines of its session part and of each media section (RFC 8866 section 5). */

/** The lines of a description, without line ends. */
export interface SdpSections {
  readonly session: readonly string[];
  /** Each section starts with its `m=` line. */
  readonly sections: readonly (readonly string[])[];
}

/** Splits a description into its sections. */
export function splitSdp(sdp: string): SdpSections {
  const lines = sdp.split(/\r?\n/u).filter((line) => line !== '');
  const starts = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []));
  return {
    session: lines.slice(0, starts[0]),
    sections: starts.map((start, index) => lines.slice(start, starts[index + 1])),
  };
}

/** Joins sections into a description. */
export function joinSdp({ session, sections }: SdpSections): string {
  return [...session, ...sections.flat()].map((line) => `${line}\r\n`).join('');
}

/** The lines with one of the given attributes (RFC 8866 section 5.13). */
export function attributeLines(lines: readonly string[], names: readonly string[]): readonly string[] {
  return lines.filter((line) => names.some((name) => line === `a=${name}` || line.startsWith(`a=${name}:`)));
}
