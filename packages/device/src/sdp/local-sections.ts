/** @module The sections of the device's next description and their order (RFC 8829 sections 5.2.2 and 5.3.1). */
import type { Description } from '@longwire/protocol';
import { TRANSPORT_SEQUENCE_URI } from '../media/rtp/transport-sequence.ts';
import { chooseExtensionId, extensionId } from './header-extensions.ts';
import type { MediaLineDescription } from './media-section.ts';
import { isDataLine, type MediaDirection, type SdpSection } from './sdp-media.ts';

/** One section of the device's description. */
export type LocalSection =
  | { readonly kind: 'data'; readonly mid: string }
  | {
      readonly kind: 'media';
      readonly mid: string;
      readonly line: LocalLine;
      /** The id of the header extension with the transport sequence; undefined without it. */
      readonly transportSequenceId: number | undefined;
    }
  | { readonly kind: 'rejected'; readonly mid: string; readonly offered: SdpSection };

/** The current state of a line of the device. */
export interface LocalLine {
  readonly description: MediaLineDescription;
  readonly direction: MediaDirection;
}

/** Options of {@link localSections}. */
export interface LocalSectionsOptions {
  readonly type: Description['type'];
  /** The lines of the client's last description; undefined before the first. */
  readonly remote: readonly SdpSection[] | undefined;
  /** The device's lines by mid, oldest first. */
  readonly lines: ReadonlyMap<string, LocalLine>;
}

/** The mid of the data channels' line when the device makes the first offer. */
const FIRST_DATA_MID = '0';

/** The lines of the client's last description in their order, followed in an offer by lines that are new to the client. */
export function localSections({ type, remote, lines }: LocalSectionsOptions): readonly LocalSection[] {
  const sections: LocalSection[] = [];
  const used = new Set<string>();
  for (const offered of remote ?? []) {
    const section = used.has(offered.mid) ? undefined : usableSection(offered, sections, lines);
    sections.push(section ?? { kind: 'rejected', mid: offered.mid, offered });
    used.add(offered.mid);
  }
  if (type === 'answer') return sections;
  if (remote === undefined) sections.push({ kind: 'data', mid: FIRST_DATA_MID });
  const extensions = (remote ?? []).flatMap((section) => section.extensions);
  const transportSequenceId = chooseExtensionId(extensions, TRANSPORT_SEQUENCE_URI);
  for (const [mid, line] of lines)
    if (!used.has(mid)) sections.push({ kind: 'media', mid, line, transportSequenceId });
  return sections;
}

/** The mid of the first section in use, which candidates carry (RFC 9143 section 7.2). */
export function bundleTag(sections: readonly LocalSection[]): string {
  return sections.find(({ kind }) => kind !== 'rejected')?.mid ?? '';
}

function usableSection(
  { mid, kind, protocol, isRejected, extensions }: SdpSection,
  before: readonly LocalSection[],
  lines: LocalSectionsOptions['lines'],
): LocalSection | undefined {
  if (isRejected || mid === '') return undefined;
  const line = lines.get(mid);
  const transportSequenceId = extensionId(extensions, TRANSPORT_SEQUENCE_URI);
  if (line?.description.kind === kind) return { kind: 'media', mid, line, transportSequenceId };
  const isData = isDataLine({ kind, protocol }) && before.every((section) => section.kind !== 'data');
  return isData ? { kind: 'data', mid } : undefined;
}
