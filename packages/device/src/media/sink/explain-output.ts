/** @module Explains to users why ffmpeg could not write its output. */
import { failureCause, type FailureCause } from '../ffmpeg/failure-cause.ts';

/** The reason and the remedy. */
export interface OutputProblem {
  readonly text: string;
  readonly todo: string;
}

const CHECK = "check 'talk' in device.toml";
const DEVICES = 'list the sound cards with aplay -L';

type Explain = (match: RegExpExecArray) => OutputProblem;

/** Messages of ffmpeg and its audio libraries; the first match counts. */
const WORDS: readonly (readonly [words: RegExp, explain: Explain])[] = [
  [
    /cannot access file \S*alsa\.conf/iu,
    () => ({
      text: 'the files of the ALSA library are missing',
      todo: 'install them: apt-get install libasound2-data',
    }),
  ],
  [
    /requested output format '([^']*)' is not/iu,
    ([, format = '']) => ({ text: `this ffmpeg has no output of the kind '${format}'`, todo: CHECK }),
  ],
  [
    /cannot open audio device (.+) \((?:device or )?resource busy\)/iu,
    ([, card = '']) => ({ text: `another program uses the sound card '${card}'`, todo: 'end that program' }),
  ],
  [
    /cannot open audio device (.+) \((?:permission denied|operation not permitted)\)/iu,
    ([, card = '']) => ({
      text: `this user may not use the sound card '${card}'`,
      todo: "add the device's user to the group 'audio'",
    }),
  ],
  [
    /cannot open audio device (.+) \(/iu,
    ([, card = '']) => ({ text: `there is no sound card '${card}'`, todo: `${CHECK}; ${DEVICES}` }),
  ],
  [
    /cannot connect context|pa_context_connect/iu,
    () => ({
      text: 'the sound server (PulseAudio) does not run for this user',
      todo: `${CHECK}, or use ALSA; ${DEVICES}`,
    }),
  ],
  [
    /unknown encoder '([^']*)'/iu,
    ([, name = '']) => ({ text: `this ffmpeg has no encoder '${name}'`, todo: CHECK }),
  ],
  [/already exists/iu, () => ({ text: 'its file exists already', todo: "add '-y' to 'talk'" })],
];

const OF_CAUSE: Partial<Record<FailureCause, string>> = {
  'unknown-host': 'its host name is not found',
  'no-file': 'there is no such file, folder or device',
  'no-device': 'its device is not plugged in',
  permission: 'this user may not write to it',
  busy: 'another program uses it',
  scheme: 'its address is of a kind that cannot be used',
  option: 'ffmpeg does not know one of its options',
  refused: 'it refuses connections',
  unreachable: 'it cannot be reached from this network',
  'no-answer': 'it does not answer',
};

/** The reason, derived from what ffmpeg wrote before it ended; undefined for unknown messages. */
export function explainOutput(complaints: readonly string[]): OutputProblem | undefined {
  const text = complaints.join('\n');
  for (const [words, explain] of WORDS) {
    const match = words.exec(text);
    if (match !== null) return explain(match);
  }
  const reason = OF_CAUSE[failureCause(complaints)];
  return reason === undefined ? undefined : { text: reason, todo: CHECK };
}
