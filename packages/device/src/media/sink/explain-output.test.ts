/** @module Recorded output errors of ffmpeg 5.1 and its libraries, and the explanations for users. */
import { expect, test } from 'vitest';
import { explainOutput } from './explain-output.ts';

test.each([
  [
    "ALSA lib confmisc.c:855:(parse_card) cannot find card '0'\nALSA lib conf.c:5180:(_snd_config_evaluate) function snd_func_card_inum returned error: No such file or directory\n[alsa @ 0x55] cannot open audio device default (No such file or directory)\nCould not write header for output file #0 (incorrect codec parameters ?): Input/output error",
    "there is no sound card 'default'",
  ],
  [
    '[alsa @ 0x55] cannot open audio device hw:0 (Device or resource busy)',
    "another program uses the sound card 'hw:0'",
  ],
  [
    '[alsa @ 0x55] cannot open audio device hw:0 (Permission denied)',
    "this user may not use the sound card 'hw:0'",
  ],
  [
    'ALSA lib conf.c:4553:(snd_config_update_r) Cannot access file /usr/share/alsa/alsa.conf\n[alsa @ 0x55] cannot open audio device default (No such file or directory)',
    'the files of the ALSA library are missing',
  ],
  [
    '[PulseAudio outdev @ 0x55] Cannot connect context: Access denied.',
    'the sound server (PulseAudio) does not run for this user',
  ],
  [
    "[NULL @ 0x55] Requested output format 'alsa' is not a suitable output format",
    "this ffmpeg has no output of the kind 'alsa'",
  ],
  ["Unknown encoder 'nosuch'", "this ffmpeg has no encoder 'nosuch'"],
  ['[udp @ 0x55] getaddrinfo(no.such.host, 9): Name or service not known', 'its host name is not found'],
  ['/nonexistent/x.wav: No such file or directory', 'there is no such file, folder or device'],
  ['an unknown message', undefined],
])('explains %j', (written, explanation) => {
  expect(explainOutput(written.split('\n'))?.text).toBe(explanation);
});
