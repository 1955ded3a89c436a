/**
 * @module One media line per source (SSRC). Deployed devices repeat the SSRC of a track on every line with the
 * track's name, and omit the MID extension. Chromium refuses such a description ("Failed to set up audio demuxing")
 * and then negotiates nothing on the connection any more (docs/platform.md).
 */
import { flowOf, midOf, sectionsOf } from './sdp-sections.ts';

const SOURCE = /^a=ssrc(?:-group:\S+ |:)(\d+)\b.*\r\n/gmu;

/**
 * The description with each source on one line only. Lines of the device, even inactive ones, take precedence over
 * lines that this side added; among equals, a line that sends.
 */
export function distinctSources(sdp: string, isOwn: (mid: string) => boolean): string {
  const sections = sectionsOf(sdp);
  const rankOf = (section: string): number =>
    (isOwn(midOf(section)) ? 2 : 0) + (flowOf(section).sends ? 0 : 1);
  const lines = new Map<string, string>();
  for (const section of sections.toSorted((one, other) => rankOf(one) - rankOf(other)))
    for (const source of sourcesOf(section)) if (!lines.has(source)) lines.set(source, section);
  return sections
    .map((section) =>
      section.replaceAll(SOURCE, (line, source: string) => (lines.get(source) === section ? line : '')),
    )
    .join('');
}

function sourcesOf(section: string): ReadonlySet<string> {
  return new Set([...section.matchAll(SOURCE)].flatMap(([, source]) => source ?? []));
}
