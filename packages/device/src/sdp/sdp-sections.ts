/** @module A session description as its lines: what holds for all of it, and one list for each media section (RFC 8866 section 5). */

/** The lines of a description, without their ends. */
export interface SdpSections {
  readonly session: readonly string[];
  /** Each begins with its `m=`. */
  readonly sections: readonly (readonly string[])[];
}

/** Takes a description apart. */
export function splitSdp(sdp: string): SdpSections {
  const lines = sdp.split(/\r?\n/u).filter((line) => line !== '');
  const starts = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []));
  return {
    session: lines.slice(0, starts[0]),
    sections: starts.map((start, index) => lines.slice(start, starts[index + 1])),
  };
}

/** Puts a description together. */
export function joinSdp({ session, sections }: SdpSections): string {
  return [...session, ...sections.flat()].map((line) => `${line}\r\n`).join('');
}

/** The lines that carry one of some attributes (RFC 8866 section 5.13). */
export function attributeLines(lines: readonly string[], names: readonly string[]): readonly string[] {
  return lines.filter((line) => names.some((name) => line === `a=${name}` || line.startsWith(`a=${name}:`)));
}
