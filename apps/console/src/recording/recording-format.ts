/** @module The file format that this browser can record. */

/** Formats that most programs play, the most common first; with audio and without. */
const FORMATS = [
  { withSound: 'video/mp4;codecs=avc1.42E01F,mp4a.40.2', silent: 'video/mp4;codecs=avc1.42E01F' },
  { withSound: 'video/webm;codecs=vp8,opus', silent: 'video/webm;codecs=vp8' },
  { withSound: 'video/mp4', silent: 'video/mp4' },
  { withSound: 'video/webm', silent: 'video/webm' },
] as const;

/** The first format that the browser can write, or `undefined`. A format with audio is also used without it. */
export function recordingFormat(
  isSupported: (mimeType: string) => boolean,
  hasSound: boolean,
): string | undefined {
  const format = FORMATS.find(({ withSound, silent }) => isSupported(withSound) && isSupported(silent));
  return hasSound ? format?.withSound : format?.silent;
}
