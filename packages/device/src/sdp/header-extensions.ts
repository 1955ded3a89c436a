/** @module Header extensions of RTP packets in descriptions (RFC 8285 section 5). */

/** An extension of a media line. */
export interface SdpExtension {
  /** From 1 to 14, as headers of one byte need it. */
  readonly id: number;
  readonly uri: string;
}

/** Most extensions read of one line. Reason: as many as there are ids. */
const MAX_EXTENSIONS = 14;

/** Without a direction: both sides may send the extension. */
const EXTMAP = /^a=extmap:([1-9]|1[0-4]) (\S{1,256})/u;

/** The extensions of a section. */
export function extensionsOf(lines: readonly string[]): readonly SdpExtension[] {
  return lines
    .flatMap((line) => {
      const [, id, uri] = EXTMAP.exec(line) ?? [];
      return id === undefined || uri === undefined ? [] : [{ id: Number(id), uri }];
    })
    .slice(0, MAX_EXTENSIONS);
}

/** The id of an extension; undefined if the line does not have it. */
export function extensionId(extensions: readonly SdpExtension[], uri: string): number | undefined {
  return extensions.find((extension) => extension.uri === uri)?.id;
}

/**
 * The ids in the order in which a new line takes them. Reason: an offer may cross one of the client, in which an id already has
 * a meaning that is not known here; Chromium refuses the offer then. Chromium gives its lines 1 to 8, 10, 11, 13 and 14,
 * Firefox 1 to 7.
 */
const PREFERRED_IDS = [12, 9, 14, 13, 11, 10, 8, 7, 6, 5, 4, 3, 2, 1] as const;

/** An id for an extension on a new line: that of the other lines, which must agree, else the first unused one. */
export function chooseExtensionId(used: readonly SdpExtension[], uri: string): number | undefined {
  const ids = new Set(used.map(({ id }) => id));
  return extensionId(used, uri) ?? PREFERRED_IDS.find((id) => !ids.has(id));
}
