/** @module Asks for cameras: those that were found in the network, then further ones by their addresses. */
import { printableText } from '@longwire/device/cli';
import type { FoundCamera } from '../onvif/discover-cameras.ts';
import type { CameraUser } from '../onvif/stream-addresses.ts';
import type { Ask } from './ask.ts';
import { addressProblem, type GivenCamera } from './new-camera.ts';
import { cameraProblem, type TryCamera } from './try-camera.ts';

/** What the questions use. */
export interface CameraQuestions {
  readonly ask: Ask;
  readonly discover: () => Promise<readonly FoundCamera[]>;
  readonly streams: (camera: FoundCamera, user: CameraUser) => Promise<readonly string[]>;
  readonly tryCamera: TryCamera;
}

/** Asks for cameras; none only if the person wants none. */
export async function askForCameras(questions: CameraQuestions): Promise<readonly GivenCamera[]> {
  const { ask, discover } = questions;
  ask.say('Looking for cameras in your network …');
  const found = await discover();
  ask.say(found.length === 0 ? 'No camera answered.' : `${found.length} answered.`);
  const cameras: GivenCamera[] = [];
  for (const camera of found) {
    const taken = await askForFound(camera, questions);
    if (taken !== undefined) cameras.push(taken);
  }
  for (;;) {
    const given = await askForAddress(questions, cameras.length);
    if (given !== undefined) cameras.push(given);
    else if (cameras.length > 0 || (await ask.confirm('Go on without a camera?'))) return cameras;
  }
}

async function askForFound(
  found: FoundCamera,
  { ask, streams, tryCamera }: CameraQuestions,
): Promise<GivenCamera | undefined> {
  const { title, hostname } = found;
  if (!(await ask.confirm(`Use the camera ${title} (${hostname})?`))) return undefined;
  for (;;) {
    const username = await ask.text({ message: 'Its user', initial: 'admin' });
    const password = await ask.secret('Its password');
    try {
      const inputs = await streams(found, { username, password });
      if (await works(inputs, ask, tryCamera)) return { title: await askForTitle(ask, title), inputs };
    } catch (error) {
      ask.say(`${title} says: ${oneLine(error)}`);
    }
    if (!(await ask.confirm('Try another user or password?'))) return undefined;
  }
}

/** The message of an error: the camera's own words may have several lines, and anything may answer as a camera. */
function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return printableText(text.replaceAll(/\s+/gu, ' ').trim());
}

async function askForAddress(
  { ask, tryCamera }: CameraQuestions,
  count: number,
): Promise<GivenCamera | undefined> {
  const which = count === 0 ? 'Address of a camera' : 'Address of another camera';
  for (;;) {
    const input = await ask.text({
      message: `${which}, such as rtsp://USER:PASSWORD@192.168.1.20/stream1 (empty: no more)`,
      problem: (answer) => (answer === '' ? undefined : addressProblem(answer)),
    });
    if (input === '') return undefined;
    const inputs = [input];
    if (await works(inputs, ask, tryCamera))
      return { title: await askForTitle(ask, `Camera ${count + 1}`), inputs };
  }
}

async function works(inputs: readonly string[], ask: Ask, tryCamera: TryCamera): Promise<boolean> {
  ask.say('Trying the camera …');
  const problems = await tryCamera(inputs);
  for (const problem of problems) ask.say(cameraProblem(problem));
  return problems.length === 0;
}

async function askForTitle(ask: Ask, initial: string): Promise<string> {
  return await ask.text({ message: 'What should it be called?', initial, problem: titleProblem });
}

/** What is wrong with a name for people. */
export function titleProblem(text: string): string | undefined {
  return Buffer.byteLength(text) <= MAX_TITLE_BYTES ? undefined : `at most ${MAX_TITLE_BYTES} bytes`;
}

/** The limit of a device's name, and below that of a camera's title. */
const MAX_TITLE_BYTES = 64;
