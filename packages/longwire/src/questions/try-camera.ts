/** @module Tries a camera before it is set up, so that a wrong password is found while the person is still there. */
import { tmpdir } from 'node:os';
import type { Verdict } from '@longwire/protocol';
import { checkCameras } from '@longwire/device/doctor';

/** Tries the addresses of one camera; resolves with what is wrong, in words, or with nothing. */
export type TryCamera = (inputs: readonly string[]) => Promise<readonly Verdict[]>;

/** Reads each address for a moment, with ffprobe. */
export const tryCamera: TryCamera = async (inputs) => {
  const input = {
    kind: 'ffmpeg',
    inputs,
    inputOptions: [],
    transcode: false,
    audio: true,
    keepWarm: false,
    motion: false,
  } as const;
  const verdicts = await checkCameras({ cameras: [{ name: 'new', input }], directory: tmpdir() });
  return verdicts.filter(({ kind }) => kind === 'bad');
};

/** A problem of a camera that is not in the settings yet. */
export function cameraProblem({ text, todo = '' }: Verdict): string {
  return `${text}: ${todo.replace(/,? ?(?:in )?'input' in device\.toml/u, '')}`;
}
