/** @module One transport, one certificate: what a signaling service may not write into a description. */
import { expect, test } from 'vitest';
import { fingerprintOfOneTransport } from './one-transport.ts';

const OURS = Array.from({ length: 32 }, () => 'AB').join(':');
const THEIRS = Array.from({ length: 32 }, () => 'CD').join(':');
const THEIRS_512 = `sha-512 ${Array.from({ length: 64 }, () => 'CD').join(':')}`;

interface Line {
  readonly kind?: string;
  readonly mid?: string;
  readonly port?: number;
  readonly more?: readonly string[];
  readonly fingerprint?: string;
}

function section({ kind = 'video', mid = '0', port = 9, more = [], fingerprint }: Line): string[] {
  const named = `a=fingerprint:${fingerprint ?? `sha-256 ${OURS}`}`;
  return [`m=${kind} ${port} UDP/TLS/RTP/SAVPF 96`, `a=mid:${mid}`, named, ...more];
}

function sdp(groups: readonly string[], ...lines: readonly Line[]): string {
  const head = ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=-', 't=0 0', ...groups];
  return [...head, ...lines.flatMap((line) => section(line)), ''].join('\r\n');
}

const application: Line = { kind: 'application', mid: '0' };
const video: Line = { mid: 'x' };
const together = 'a=group:BUNDLE 0 x';

test.each<[string, string]>([
  ['one line needs no bundle', sdp([], application)],
  ['all lines in the bundle', sdp([together], application, video)],
  ['other groups', sdp([together, 'a=group:LS 0 x'], application, video)],
  ['a refused line outside the bundle', sdp(['a=group:BUNDLE 0'], application, { ...video, port: 0 })],
  ['a session name that is a space', sdp([together], application, video).replace('s=-', 's= ')],
  ['attributes whose names begin alike', sdp([together, 'a=group-x: y', 'a=midi: 1'], application, video)],
  ['line feeds alone', sdp([together], application, video).replaceAll('\r\n', '\n')],
])('taken: %s', (_name, text) => {
  expect(fingerprintOfOneTransport(text)).toBe('ab'.repeat(32));
});

test('a description without a certificate names none', () => {
  expect(fingerprintOfOneTransport(sdp([], application).replace(/a=fingerprint.*\r\n/u, ''))).toBeUndefined();
  expect(fingerprintOfOneTransport('nonsense')).toBeUndefined();
});

test.each<[string, string]>([
  ['a line outside the bundle', sdp(['a=group:BUNDLE 0'], application, video)],
  ['no bundle', sdp([], application, video)],
  ['a second bundle', sdp(['a=group:BUNDLE 0', 'a=group:BUNDLE x'], application, video)],
  ['a second bundle with all', sdp([together, 'a=group:BUNDLE x'], application, video)],
  ['a bundle that only media level names', sdp([], application, { ...video, more: [together] })],
  [
    'a bundle-only line outside the bundle',
    sdp(['a=group:BUNDLE 0'], application, { ...video, port: 0, more: ['a=bundle-only'] }),
  ],
  ...[
    'a=bundle-only ',
    'a=bundle-only\t',
    'a=bundle-only:',
    'a=bundle-only:x',
    'a=bundle-only x',
    'a=BUNDLE-ONLY',
    'a= bundle-only',
    ' a=bundle-only',
  ].map((line): [string, string] => [
    `a line outside the bundle, by "${line}" (browsers differ)`,
    sdp(['a=group:BUNDLE 0'], application, { ...video, port: 0, more: [line] }),
  ]),
  ['two mids of which one is upper case', sdp([together], application, { ...video, more: ['a=MID:y'] })],
  ['a mid with a space behind it', sdp([together], application, { ...video, mid: 'x ' })],
  ['a second bundle in upper case', sdp([together, 'a=GROUP:BUNDLE x'], application, video)],
  ['a second bundle behind a space', sdp([together, 'a= group:BUNDLE x'], application, video)],
  ['a bundle with two spaces', sdp(['a=group:BUNDLE 0  x'], application, video)],
  ['two mids at one line', sdp([together], application, { ...video, more: ['a=mid:y'] })],
  ['one mid at two lines', sdp([together], application, { ...video, mid: '0' })],
  ['a line without a mid', sdp([together], application, video).replace('a=mid:x\r\n', '')],
  ['another certificate', sdp([together], application, { ...video, fingerprint: `sha-256 ${THEIRS}` })],
  ['another hash at a line', sdp([together], application, { ...video, fingerprint: THEIRS_512 })],
  ['another hash besides', sdp([together, `a=fingerprint:${THEIRS_512}`], application, video)],
  ['a fingerprint that is none', sdp([], { ...application, fingerprint: 'sha-256 AB' })],
  ['a line that ends with CR alone', sdp([`s=-\ra=x`, together], application, video)],
  ['a line that ends with U+2028', sdp([`a=x\u2028a=y`, together], application, video)],
])('refused: %s', (_name, text) => {
  expect(() => fingerprintOfOneTransport(text)).toThrow(
    expect.objectContaining({ code: 'ERR_CERTIFICATE_CHANGED' }),
  );
});
