/** @module Which formats this browser lacks, and the message about them. */

import { expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { codecTrouble } from './codec-trouble.ts';
import { lackedCodecs, type PlayableCodecs } from './lacked-codecs.ts';

/** The capabilities that Debian's Chromium reports. */
const browser: PlayableCodecs = {
  getCapabilities: (kind) => ({
    codecs: (kind === 'video' ? ['VP8', 'rtx', 'VP9', 'H264', 'AV1'] : ['opus', 'PCMU', 'PCMA']).map(
      (name) => ({
        mimeType: `${kind}/${name}`,
      }),
    ),
  }),
};
const silent: PlayableCodecs = { getCapabilities: () => null };

test.each([
  ['none for a codec that it plays', ['H264'], browser, []],
  ['a codec that it does not play', ['H265'], browser, ['H265']],
  ['none if it plays one of two', ['H265', 'vp8'], browser, []],
  ['all codecs if it plays none', ['H265', 'JPEG'], browser, ['H265', 'JPEG']],
  ['none for an audio codec that it plays', ['opus'], browser, []],
  ['none for a track without listed codecs', [], browser, []],
  ['none in a browser that returns no list', ['H265'], silent, []],
  ['none in a browser without the API', ['H265'], undefined, []],
])('the lacked codecs of a browser are %s', (_title, offered, by, lacked) => {
  expect(lackedCodecs(offered, by)).toEqual(lacked);
});

test.each([
  [['H265'], 'H.265', en.track.codecBrowsers.h265, en.track.codecDevice],
  [['h264'], 'H.264', en.track.codecBrowsers.h264, en.track.codecDeviceNotH264],
  [
    ['AV1', 'VP9'],
    'AV1, VP9',
    `${en.track.codecBrowsers.av1} ${en.track.codecBrowsers.vp9}`,
    en.track.codecDevice,
  ],
  [['JPEG'], 'JPEG', en.track.codecOtherBrowser, en.track.codecDevice],
])(
  'the message about lacked codecs %s has their names, browsers that play them, and a remedy',
  (lacked, names, who, device) => {
    expect(codecTrouble({ kind: 'video', lacked }, en)).toEqual({
      title: `The device sends ${names}, which this browser cannot play.`,
      hint: `${who} ${device}`,
    });
  },
);
