/** @module Descriptions that name one source on several media lines, as deployed devices send them. */
import { expect, test } from 'vitest';
import { distinctSources } from './distinct-sources.ts';

const source = (ssrc: number): string => `a=ssrc:${ssrc} cname:deployed`;

function sdp(...lines: readonly (readonly string[])[]): string {
  const media = lines.flatMap(([mid = '', direction = '', ...rest]) => [
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    `a=mid:${mid}`,
    `a=${direction}`,
    ...rest,
  ]);
  return ['v=0', ...media, ''].join('\r\n');
}

const isOwn = (mid: string): boolean => mid.startsWith('own');

test.each([
  [
    'an answer: the line that this side added',
    [
      ['device', 'sendonly', source(42)],
      ['own', 'recvonly', source(42)],
    ],
    [
      ['device', 'sendonly', source(42)],
      ['own', 'recvonly'],
    ],
  ],
  [
    'nothing flows on the device’s line',
    [
      ['device', 'inactive', source(42)],
      ['own', 'sendrecv', source(42)],
    ],
    [
      ['device', 'inactive', source(42)],
      ['own', 'sendrecv'],
    ],
  ],
  [
    'the device’s line came later, and both send',
    [
      ['own', 'sendrecv', source(42)],
      ['device', 'sendrecv', source(42)],
    ],
    [
      ['own', 'sendrecv'],
      ['device', 'sendrecv', source(42)],
    ],
  ],
  [
    'a line that does not send, before one that does',
    [
      ['device-1', 'inactive', source(42)],
      ['device-2', 'sendrecv', source(42)],
    ],
    [
      ['device-1', 'inactive'],
      ['device-2', 'sendrecv', source(42)],
    ],
  ],
  [
    'two of the device: the first keeps it, with its group',
    [
      ['1', 'sendonly', 'a=ssrc-group:FID 1 2', source(1), source(2)],
      ['2', 'sendonly', 'a=ssrc-group:FID 1 2', source(1), source(2), source(3)],
    ],
    [
      ['1', 'sendonly', 'a=ssrc-group:FID 1 2', source(1), source(2)],
      ['2', 'sendonly', source(3)],
    ],
  ],
])('%s', (_title, given, expected) => {
  expect(distinctSources(sdp(...given), isOwn)).toBe(sdp(...expected));
});

test.each(['', 'no description', sdp(['1', 'sendonly', source(1)], ['2', 'sendrecv', source(2), source(2)])])(
  'a description without a source named twice stays as it is: %j',
  (given) => {
    expect(distinctSources(given, isOwn)).toBe(given);
  },
);
