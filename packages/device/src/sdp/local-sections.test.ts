/** @module The sections of the device's description: one row for each course of a negotiation. */
import { expect, test } from 'vitest';
import { bundleTag, localSections, type LocalLine, type LocalSection } from './local-sections.ts';
import { parseSdp } from './sdp-media.ts';

const KINDS: Readonly<Record<string, string>> = { v: 'video', d: 'video', a: 'audio' };

/** `0` is a data line, `v…` and `d…` video, `a…` audio, `x…` an unknown kind; `!` marks a rejected line. */
function remoteLine(word: string): string {
  const [name, port] = word.endsWith('!') ? [word.slice(0, -1), '0'] : [word, '9'];
  const [kind, protocol] = /^\d/u.test(name)
    ? ['application', 'UDP/DTLS/SCTP webrtc-datachannel']
    : [KINDS[name[0] ?? ''] ?? 'text', 'UDP/TLS/RTP/SAVPF 96'];
  return `m=${kind} ${port} ${protocol}\r\n${name === 'a-' ? '' : `a=mid:${name}\r\n`}`;
}

const remote = (words: string): string =>
  words
    .split(' ')
    .map((word) => remoteLine(word))
    .join('');

const own = (mids: string): ReadonlyMap<string, LocalLine> =>
  new Map(
    mids.split(' ').map((mid) => {
      const kind = mid.startsWith('a') ? 'audio' : 'video';
      const description = { mid, kind, codecs: [], ssrc: 1, cname: 'c', trackId: 't' } as const;
      return [mid, { description, direction: 'sendonly' }];
    }),
  );

const textOf = (sections: readonly LocalSection[]): string =>
  sections.map(({ kind, mid }) => (kind === 'rejected' ? `${mid}!` : mid)).join(' ');

test.each([
  ['answer', 'data only', '0', '', '0'],
  ['answer', 'all lines, in the order of the offer', 'v1 a1 0', 'a1 v1', 'v1 a1 0'],
  ['answer', 'the device’s own lines are left for its next offer', '0', 'd0', '0'],
  ['answer', 'a line that the client has stopped', 'v1! 0', 'v1', 'v1! 0'],
  ['answer', 'a line that is not wanted', 'v1 0', '', 'v1! 0'],
  ['answer', 'a line whose kind differs from the device’s', 'v1 0', 'v1', 'v1 0'],
  ['answer', 'an unknown kind', 'x1 0', 'x1', 'x1! 0'],
  ['answer', 'a second line for data', '0 1', '', '0 1!'],
  ['answer', 'a duplicate mid', '0 v1 v1', 'v1', '0 v1 v1!'],
  ['answer', 'a line without a mid', '0 a-', 'a-', '0 !'],
  ['offer', 'lines that are new to the client follow its own', '0 v1', 'v1 d0 d1', '0 v1 d0 d1'],
  ['offer', 'existing lines keep their position', 'd0 0', 'd0 d1', 'd0 0 d1'],
  ['offer', 'a rejected line stays rejected', '0 d0!', 'd1', '0 d0! d1'],
  ['offer', 'a data line that the client stopped is not offered again', '0! v1', 'v1', '0! v1'],
] as const)('sections of an %s: %s', (type, _what, lines, mids, expected) => {
  expect(textOf(localSections({ type, remote: parseSdp(remote(lines)).media, lines: own(mids) }))).toBe(
    expected,
  );
});

test('the very first offer starts with the data channels’ line', () => {
  const sections = localSections({ type: 'offer', remote: undefined, lines: own('d0') });
  expect(textOf(sections)).toBe('0 d0');
});

test.each([
  ['v1 0', 'v1'],
  ['a1 0', '0'],
  ['a1', ''],
])('candidates carry the mid of the first line in use: %s', (lines, expected) => {
  const sections = localSections({
    type: 'answer',
    remote: parseSdp(remote(lines)).media,
    lines: own('v1'),
  });
  expect(bundleTag(sections)).toBe(expected);
});

const EXTENSION = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';
const withExtensions = (...extensions: readonly string[]): string =>
  `${remote('v1')}${extensions.map((each) => `a=extmap:${each}\r\n`).join('')}${remote('0')}`;

test.each([
  ['answer', 'has the transport sequence with the id of the offer', withExtensions(`5 ${EXTENSION}`), [5]],
  [
    'answer',
    'has no transport sequence if the client offers none',
    withExtensions('5 urn:example:x'),
    [undefined],
  ],
  ['offer', 'gives a new line the id of the others', withExtensions(`5 ${EXTENSION}`), [5, 5]],
  [
    'offer',
    'gives a new line an unused id',
    withExtensions('12 urn:example:x', '2 urn:example:y'),
    [undefined, 9],
  ],
  ['offer', 'gives the first line an id that browsers leave free', remote('0'), [12, 12]],
] as const)('an %s %s', (type, _what, sdp, expected) => {
  const sections = localSections({ type, remote: parseSdp(sdp).media, lines: own('v1 d0') });
  expect(sections.flatMap((each) => (each.kind === 'media' ? [each.transportSequenceId] : []))).toEqual(
    expected,
  );
});
