/** @module The direction of each media line, written into a description. */
import type { MediaDirection } from './sdp-media.ts';

const DIRECTION = /^a=(?:sendrecv|sendonly|recvonly|inactive)$/u;
const SENDER = /^a=(?:ssrc|msid):/u;

/** The description with the direction of each line named; one that does not send names no stream. */
export function withDirections(
  sdp: string,
  lines: ReadonlyMap<string, { readonly direction: MediaDirection }>,
): string {
  const [head = '', ...sections] = sdp.split(/^(?=m=)/mu);
  return [head, ...sections.map((section) => rewrite(section, lines))].join('');
}

function rewrite(
  section: string,
  lines: ReadonlyMap<string, { readonly direction: MediaDirection }>,
): string {
  const mid = /^a=mid:(\S+)/mu.exec(section)?.[1] ?? '';
  const direction = lines.get(mid)?.direction;
  if (direction === undefined) return section;
  const isSending = direction === 'sendrecv' || direction === 'sendonly';
  return section
    .split('\r\n')
    .filter((line) => isSending || !SENDER.test(line))
    .map((line) => (DIRECTION.test(line) ? `a=${direction}` : line))
    .join('\r\n');
}
