/** @module Checks whether talk to a camera reaches its target. */
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { assertNever, bad, good, type Verdict } from '@longwire/protocol';
import type { TalkOutput } from '../config/camera-section.ts';
import type { HostPort } from '../config/host-port.ts';
import { settingsPath } from '../config/settings-path.ts';
import { explainOutput } from '../media/sink/explain-output.ts';
import { resolveName, type ResolveName } from './resolve-name.ts';
import { runProgram } from '../process/run-program.ts';

/** Options of {@link checkTalk}. */
export interface TalkCheck {
  readonly directory: string;
  readonly ffmpeg: string;
  readonly timeoutMs?: number;
  readonly resolve?: ResolveName;
}

/** How long an output may take for a moment of silence, in milliseconds. Reason: a sleeping sound card needs a second. */
const TRY_TIMEOUT_MS = 5_000;

/** A third of a second of silence. */
const SILENCE: readonly string[] = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono', '-t', '0.3'];

/** ffmpeg's output formats that write no file although the target looks like one. */
const DEVICE_FORMATS: ReadonlySet<string> = new Set(['alsa', 'pulse', 'oss', 'sndio', 'null']);

const CHECK = "check 'talk' in device.toml";

/** Checks the target of a camera's talk. No existing file is written to. */
export async function checkTalk(name: string, talk: TalkOutput, check: TalkCheck): Promise<Verdict> {
  const step = `talk ${name}`;
  switch (talk.kind) {
    case 'file':
      return checkFolder(step, settingsPath(check.directory, talk.path));
    case 'rtp':
      return checkAddress(step, talk, check);
    case 'ffmpeg': {
      const file = fileOf(talk.args);
      return file === undefined ? tryOutput(step, talk.args, check) : checkFolder(step, resolve(file));
    }
    default:
      return assertNever(talk);
  }
}

async function checkFolder(step: string, path: string): Promise<Verdict> {
  try {
    await access(dirname(path), constants.W_OK);
    return good(step, path);
  } catch {
    return bad(step, `${dirname(path)} cannot be written`, `${CHECK}, and whose the directory is`);
  }
}

/** Resolves the address like the device does: a name to IPv4. */
async function checkAddress(
  step: string,
  { host, port }: HostPort,
  { timeoutMs = TRY_TIMEOUT_MS, resolve }: TalkCheck,
): Promise<Verdict> {
  try {
    const family = host.includes(':') ? 6 : 4;
    const [address] = await resolveName(host, { family, timeoutMs, resolve });
    return good(
      step,
      `RTP goes to ${address}, port ${port}; whether a receiver listens there is not visible`,
    );
  } catch {
    return bad(step, `the name ${host} is not found`, CHECK);
  }
}

/** The file that ffmpeg would write, which a test run would overwrite. */
function fileOf(args: readonly string[]): string | undefined {
  const target = args.at(-1) ?? '';
  const format = args[args.lastIndexOf('-f') + 1] ?? '';
  const isNoFile = /^(?:[a-z]+:|-$|\/dev\/)/u.test(target) || DEVICE_FORMATS.has(format);
  return isNoFile ? undefined : target;
}

async function tryOutput(
  step: string,
  args: readonly string[],
  { ffmpeg, timeoutMs = TRY_TIMEOUT_MS }: TalkCheck,
): Promise<Verdict> {
  const quiet = ['-hide_banner', '-nostdin', '-loglevel', 'error'];
  const end = await runProgram(ffmpeg, [...quiet, ...SILENCE, ...args], timeoutMs);
  switch (end.kind) {
    case 'done':
      return good(step, 'ffmpeg plays there');
    case 'slow':
      return bad(step, `it has not accepted a moment of silence in ${timeoutMs / 1000} s`, CHECK);
    case 'missing':
      return bad(step, `${ffmpeg} is not installed`, 'install it: apt-get install ffmpeg');
    case 'failed': {
      const { text, todo } = explainOutput(end.errors.split('\n')) ?? {
        text: 'ffmpeg cannot play there',
        todo: `${CHECK}: run it yourself: ffmpeg -f lavfi -i anullsrc -t 1 and the arguments of 'talk'`,
      };
      return bad(step, text, todo);
    }
    default:
      return assertNever(end);
  }
}
