/** @module What went wrong with a camera, in a sentence for people. */
import { failureCause, type FailureCause } from './failure-cause.ts';

/** Said where nothing better is known. */
const NO_ANSWER = 'The camera does not answer. Trying again.';

/** Said when ffmpeg runs and nothing comes. */
export const SILENT_CAMERA = 'The camera has stopped sending. Trying again.';

/** Said when the program is missing. */
export const NO_FFMPEG = 'ffmpeg is not installed on the device.';

/** Said when the stream came to its end. */
export const ENDED_STREAM = 'The camera has ended its stream. Trying again.';

const SENTENCES: Readonly<Record<FailureCause, string>> = {
  credentials: 'The camera refuses the user name or the password.',
  'no-stream': 'The camera has no stream at this address.',
  'unknown-host': "The camera's host name is not known in this network.",
  'no-file': 'There is no such file or camera on the device.',
  'no-device': 'The camera is not plugged in. Trying again.',
  permission: 'The device may not open the camera: permission denied.',
  busy: 'The camera is in use by another program. Trying again.',
  scheme: "The camera's address is of a kind that cannot be used.",
  option: 'ffmpeg on the device lacks what this camera needs.',
  refused: NO_ANSWER,
  unreachable: NO_ANSWER,
  'no-answer': NO_ANSWER,
  'other-tracks': 'The camera does not send what is asked of it.',
  unreadable: 'The camera sends something that cannot be read.',
  unknown: NO_ANSWER,
};

/** The sentence for what ffmpeg wrote before it ended; nothing of what it wrote is in it. */
export function explainFailure(complaints: readonly string[]): string {
  return SENTENCES[failureCause(complaints)];
}
