/** @module Explains a camera failure in a sentence for users. */
import { failureCause, type FailureCause } from './failure-cause.ts';

/** The default sentence. */
const NO_ANSWER = 'The camera does not answer. Trying again.';

/** For a running ffmpeg without frames. */
export const SILENT_CAMERA = 'The camera has stopped sending. Trying again.';

/** For a missing program. */
export const NO_FFMPEG = 'ffmpeg is not installed on the device.';

/** For a stream that has ended. */
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

/** The sentence for what ffmpeg wrote before it ended; it contains none of ffmpeg's own text. */
export function explainFailure(complaints: readonly string[]): string {
  return SENTENCES[failureCause(complaints)];
}
