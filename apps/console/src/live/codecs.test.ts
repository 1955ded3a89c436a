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
  ['what it has', ['H264'], browser, []],
  ['what it lacks', ['H265'], browser, ['H265']],
  ['one of two is enough', ['H265', 'vp8'], browser, []],
  ['all are lacked', ['H265', 'JPEG'], browser, ['H265', 'JPEG']],
  ['a sound', ['opus'], browser, []],
  ['nothing is known of the track', [], browser, []],
  ['a browser that does not tell', ['H265'], silent, []],
  ['a browser that cannot tell', ['H265'], undefined, []],
])('%s', (_title, offered, by, lacked) => {
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
])('%s: its name, who plays it, and what to set', (lacked, names, who, device) => {
  expect(codecTrouble({ kind: 'video', lacked }, en)).toEqual({
    title: `The device sends ${names}, which this browser cannot play.`,
    hint: `${who} ${device}`,
  });
});
