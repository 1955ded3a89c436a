/** @module The minimal SDP that fakes exchange; only fakes parse it. */

/** The direction of a media section. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** One m-line. */
export interface FakeSection {
  readonly kind: string;
  readonly mid: string;
  readonly direction: Direction;
}

/** A whole description. */
export interface FakeDescription {
  /** Identifies the fake peer connection that made it. */
  readonly peerId: string;
  readonly version: number;
  /** As in an SDP: upper-case pairs with colons. */
  readonly fingerprint: string;
  readonly sections: readonly FakeSection[];
  readonly candidates: readonly string[];
}

const DIRECTIONS: readonly Direction[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];

/** Writes a description as SDP. */
export function writeFakeSdp(description: FakeDescription): string {
  const { peerId, version, fingerprint, sections, candidates } = description;
  const head = ['v=0', `o=- ${peerId} ${version} IN IP4 0.0.0.0`, 's=-', 't=0 0'];
  if (sections.length === 0) head.push(`a=fingerprint:sha-256 ${fingerprint}`);
  if (sections.length > 0) head.push(`a=group:BUNDLE ${sections.map(({ mid }) => mid).join(' ')}`);
  const media = sections.flatMap(({ kind, mid, direction }) => [
    `m=${kind} 9 ${kind === 'application' ? 'UDP/DTLS/SCTP webrtc-datachannel' : 'UDP/TLS/RTP/SAVPF 96'}`,
    `a=mid:${mid}`,
    `a=${direction}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    ...candidates.map((candidate) => `a=${candidate}`),
  ]);
  return [...head, ...media, ''].join('\r\n');
}

/** Parses what {@link writeFakeSdp} wrote. @throws DOMException OperationError for anything else, as browsers do. */
export function readFakeSdp(sdp: string): FakeDescription {
  const origin = /^o=- (\S+) (\d+) /mu.exec(sdp);
  const fingerprint = /^a=fingerprint:sha-256 (\S+)/mu.exec(sdp)?.[1];
  if (!origin?.[1] || !fingerprint) throw new DOMException('not a fake description', 'OperationError');
  const sections = sdp.split(/^m=/mu).slice(1).map(readSection);
  const [first = ''] = sdp.split(/^m=/mu).slice(1);
  const candidates = [...first.matchAll(/^a=(candidate:.*?)\r?$/gmu)].map(([, line]) => line ?? '');
  return { peerId: origin[1], version: Number(origin[2]), fingerprint, sections, candidates };
}

function readSection(text: string): FakeSection {
  const kind = /^(\w+)/u.exec(text)?.[1] ?? '';
  const mid = /^a=mid:(\S+)/mu.exec(text)?.[1] ?? '';
  const direction = DIRECTIONS.find((name) => text.includes(`a=${name}\r`)) ?? 'sendrecv';
  return { kind, mid, direction };
}
