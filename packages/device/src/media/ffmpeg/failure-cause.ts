/** @module Why ffmpeg or ffprobe ended, derived from its error messages. */

/** The distinguished causes. */
export type FailureCause =
  | 'credentials'
  | 'no-stream'
  | 'unknown-host'
  | 'no-file'
  | 'no-device'
  | 'permission'
  | 'busy'
  | 'scheme'
  | 'option'
  | 'refused'
  | 'unreachable'
  | 'no-answer'
  | 'other-tracks'
  | 'unreadable'
  | 'unknown';

/** Messages of ffmpeg, the C library, HTTP and RTSP; the first match counts. */
const WORDS: readonly (readonly [words: RegExp, cause: FailureCause])[] = [
  [/(?<![:\d])40[13] |unauthorized|forbidden|authorization failed/iu, 'credentials'],
  [/(?<![:\d])404 |stream not found|454 session/iu, 'no-stream'],
  [/failed to resolve|name or service not known|name resolution/iu, 'unknown-host'],
  [/no such file or directory/iu, 'no-file'],
  [/no such device/iu, 'no-device'],
  [/permission denied|operation not permitted/iu, 'permission'],
  [/resource busy/iu, 'busy'],
  [/protocol not found|not on whitelist/iu, 'scheme'],
  [/unknown encoder|unrecognized option|option not found/iu, 'option'],
  [/connection refused/iu, 'refused'],
  [/no route to host|unreachable/iu, 'unreachable'],
  [/timed out|connection reset|end of file/iu, 'no-answer'],
  [/matches no streams/iu, 'other-tracks'],
  [/invalid data|could not find codec|unspecified size/iu, 'unreadable'],
];

/** The cause of an end, derived from the lines written before it. */
export function failureCause(complaints: readonly string[]): FailureCause {
  const text = complaints.join('\n');
  return WORDS.find(([words]) => words.test(text))?.[1] ?? 'unknown';
}

/** Whether the line is a warning about the first packets of RTSP, which ffmpeg copies correctly: with a presentation time, and no decoding time. */
export function isFirstPacketWarning(line: string): boolean {
  return line.includes('Timestamps are unset in a packet');
}

/** Whether ffmpeg needed to analyze more of the stream before it started. */
export function looksTooShort(complaints: readonly string[]): boolean {
  return complaints.some((line) => /could not find codec parameters|unspecified (?:size|pixel)/iu.test(line));
}
