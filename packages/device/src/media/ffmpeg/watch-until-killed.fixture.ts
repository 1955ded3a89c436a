/** @module For a test: a process that watches a file through ffmpeg until it is killed: `watch-until-killed.fixture.ts FILE FFMPEG`. It prints a line at its first frame. */
import { openFfmpegSource } from './open-ffmpeg-source.ts';

const [, , input = '', ffmpegPath = 'ffmpeg'] = process.argv;
const { video } = openFfmpegSource({ name: 'door', input, ffmpegPath, audio: false });
let isSeen = false;
video?.on('change', () => {
  const [codec] = video.codecs;
  if (codec === undefined) return;
  video.subscribe(() => {
    if (!isSeen) process.stdout.write('seen\n');
    isSeen = true;
  }, codec);
});
