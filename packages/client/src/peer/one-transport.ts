/**
 * @module Checks that a description keeps the whole connection on one transport with one certificate. Browsers give a
 * line outside of the bundle its own DTLS transport, even with `max-bundle`, and play its media before any script can
 * check it: so a description is refused before it is applied. Lines that browsers interpret differently
 * (docs/platform.md) are refused as well; `shared-transport.ts` checks the result.
 */
import type { Fingerprint } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import { fingerprintsFromSdp } from '@longwire/protocol/peer';

const BUNDLE = /^a=group:BUNDLE((?: \S+)*)$/u;
/** The attributes that decide about transports, in any spelling; and the spelling that all browsers interpret alike. */
const DECIDING = /^a=(?:group|mid|bundle-only)(?![\w-])/iu;
const PLAIN = /^a=(?:group:\S+(?: \S+)*|mid:\S+|bundle-only)$/u;
/** Leading spaces, which Firefox skips and Chromium does not. `s=` alone may have one. */
const INDENTED = /^(?:[ \t\v\f]|(?!s)[a-z]=[ \t\v\f])/iu;

function refuse(expected: string, cause?: unknown): never {
  throw new EdgeError('ERR_CERTIFICATE_CHANGED', `description refused: want ${expected}`, { cause });
}

/**
 * The only fingerprint in a description; undefined without one, in which case no browser connects. Hashes other than
 * SHA-256 are refused, because a browser checks whichever a line contains.
 * @throws EdgeError ERR_CERTIFICATE_CHANGED for several fingerprints, and for media outside of the shared transport.
 */
export function fingerprintOfOneTransport(sdp: string): Fingerprint | undefined {
  // Parsers disagree only about what ends a line.
  if (/\r(?!\n)|[\0\u2028\u2029]/u.test(sdp)) refuse('lines that end with CR LF or LF');
  for (const line of linesOf(sdp)) {
    if (INDENTED.test(line) || (DECIDING.test(line) && !PLAIN.test(line)))
      refuse('lines that all browsers read alike');
  }
  const [session = '', ...media] = sdp.split(/^(?=m=)/mu);
  checkBundle(linesOf(session), media.map(linesOf).filter(isUsed));
  return onlyFingerprint(sdp);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/u);
}

/** Port 0 disables a line, unless it only exists as part of the bundle (RFC 9143 section 6). */
function isUsed([head = '', ...lines]: readonly string[]): boolean {
  return head.split(' ')[1] !== '0' || lines.includes('a=bundle-only');
}

function checkBundle(session: readonly string[], media: readonly (readonly string[])[]): void {
  const groups = session.filter((line) => /^a=group:BUNDLE/iu.test(line));
  if (groups.length > 1) refuse('at most one bundle');
  if (media.length < 2) return;
  const bundled = new Set(
    BUNDLE.exec(groups[0] ?? '')?.[1]
      ?.trim()
      .split(' '),
  );
  const mids = media.flatMap((lines) => onlyMid(lines));
  if (new Set(mids).size !== mids.length) refuse('every line to have a mid of its own');
  if (!mids.every((mid) => bundled.has(mid))) refuse('every line in the bundle');
}

function onlyMid(lines: readonly string[]): string {
  const [mid, ...more] = lines.filter((line) => line.startsWith('a=mid:'));
  if (mid === undefined || more.length > 0) return refuse('one mid for each line');
  return mid.slice('a=mid:'.length);
}

function onlyFingerprint(sdp: string): Fingerprint | undefined {
  if (/^a=fingerprint:[ \t]*(?!sha-256[ \t])/imu.test(sdp)) refuse('sha-256 fingerprints alone');
  const [fingerprint, ...others] = readFingerprints(sdp);
  if (others.length > 0) return refuse('one certificate');
  return fingerprint;
}

function readFingerprints(sdp: string): readonly Fingerprint[] {
  try {
    return fingerprintsFromSdp(sdp);
  } catch (cause) {
    return refuse('a readable fingerprint', cause);
  }
}
