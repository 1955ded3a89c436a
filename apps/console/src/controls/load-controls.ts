/** @module Asks a device for its controls: its list of resources, and the description that the list links to. */

import type { DeviceResponse, Session } from '@longwire/client';
import { askEachUser, type AskedSession } from '../session/ask-each-user.ts';
import { MAX_CONTROLS, type Control } from './control.ts';
import { readLinks } from './link-controls.ts';
import { readThing } from './thing-controls.ts';

/** The part of a session that it needs. */
export type ControlsSession = AskedSession & Pick<Session, 'request'>;

/** Largest list or description that is read, in bytes. Reason: 64 controls with all their choices. */
export const MAX_DESCRIPTION_BYTES = 256 * 1024;

const LIST_PATH = '/.well-known/core';

/** The status of an answer with content. */
const CONTENT = 205;

/** The controls that the device has for this user: none without a list or the right to it. Undefined if there was no answer; never rejects. */
export async function loadControls(
  session: Pick<ControlsSession, 'request'>,
  signal: AbortSignal,
): Promise<readonly Control[] | undefined> {
  try {
    const list = readable(await session.request('GET', LIST_PATH, { signal }));
    const linked = list === undefined ? undefined : readLinks(list.text());
    if (linked === undefined) return [];
    const { controls, thing } = linked;
    const answer =
      thing === undefined ? undefined : readable(await session.request('GET', thing, { signal }));
    const described = answer === undefined ? [] : readThing(parseJson(answer.text()));
    const paths = new Set(described.map(({ path }) => path));
    return [...described, ...controls.filter(({ path }) => !paths.has(path))].slice(0, MAX_CONTROLS);
  } catch {
    // The banner above shows the problem of the connection; they are asked for again over the next one.
    return undefined;
  }
}

/** Passes each answer on; without one, the last one stays. Returns a function that stops it. */
export function followControls(
  session: ControlsSession,
  note: (controls: readonly Control[]) => void,
): () => void {
  return askEachUser(session, async (signal) => {
    const controls = await loadControls(session, signal);
    if (!signal.aborted && controls !== undefined) note(controls);
  });
}

function readable(answer: DeviceResponse): DeviceResponse | undefined {
  const bytes = answer.payload?.length ?? 0;
  return answer.statusCode === CONTENT && bytes <= MAX_DESCRIPTION_BYTES ? answer : undefined;
}

/** The value; undefined for what is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
