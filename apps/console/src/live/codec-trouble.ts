/** @module The message about formats that this browser lacks: their names, who has them, and what to set at the device. */

import type { Messages } from '../messages/en.ts';

/** Display names of formats; any other format is shown by its encoding name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['h264', 'H.264'],
  ['h265', 'H.265'],
  ['opus', 'Opus'],
  ['pcmu', 'G.711 µ-law'],
  ['pcma', 'G.711 A-law'],
]);

/** The kind of a track. */
export type TrackKind = 'video' | 'audio';

/** Formats that this browser lacks. */
export interface LackedFormats {
  readonly kind: TrackKind;
  /** Encoding names such as `H265`. */
  readonly lacked: readonly string[];
}

/** The message. */
export interface CodecTrouble {
  readonly title: string;
  readonly hint: string;
}

/** The message for formats that this browser lacks. */
export function codecTrouble(
  { kind, lacked }: LackedFormats,
  { track }: Pick<Messages, 'track'>,
): CodecTrouble {
  const browsers: ReadonlyMap<string, string> = new Map(Object.entries(track.codecBrowsers));
  const keys = lacked.map((name) => name.toLowerCase());
  const names = keys.flatMap((key) => browsers.get(key) ?? []);
  const who = names.length === 0 ? [track.codecOtherBrowser] : names;
  return {
    title: track.lacked(lacked.map((name, index) => NAMES.get(keys[index] ?? '') ?? name)),
    hint: kind === 'audio' ? soundHint(track) : [...who, pictureAdvice(keys, track)].join(' '),
  };
}

/** What to do if the browser lacks an audio format. */
export function soundHint(track: Messages['track']): string {
  return [track.codecOtherBrowser, track.codecDeviceSound].join(' ');
}

function pictureAdvice(keys: readonly string[], track: Messages['track']): string {
  return keys.includes('h264') ? track.codecDeviceNotH264 : track.codecDevice;
}
