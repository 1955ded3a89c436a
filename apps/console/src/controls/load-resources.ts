/** @module Asks a device what it has for people: its list of resources, and the description that the list links to. */

import type { DeviceResponse, Session } from '@longwire/client';
import { parseJson } from '../read-field.ts';
import { askEachUser, type AskedSession } from '../session/ask-each-user.ts';
import { MAX_CONTROLS, type Control } from './control.ts';
import { readLinks } from './link-controls.ts';
import { readThing } from './thing-controls.ts';

/** What a device has for this user. */
export interface DeviceResources {
  readonly controls: readonly Control[];
  /** The path of its list of events. */
  readonly events: string | undefined;
}

/** The part of a session that it needs. */
export type ResourcesSession = AskedSession & Pick<Session, 'request'>;

/** Largest list or description that is read, in bytes. Reason: 64 controls with all their choices. */
export const MAX_DESCRIPTION_BYTES = 256 * 1024;

const LIST_PATH = '/.well-known/core';

/** The status of an answer with content. */
const CONTENT = 205;

/** What the device has for this user: nothing without a list or the right to it. Undefined if there was no answer; never rejects. */
export async function loadResources(
  session: Pick<ResourcesSession, 'request'>,
  signal: AbortSignal,
): Promise<DeviceResources | undefined> {
  try {
    const list = readable(await session.request('GET', LIST_PATH, { signal }));
    const linked = list === undefined ? undefined : readLinks(list.text());
    if (linked === undefined) return { controls: [], events: undefined };
    const { controls, thing, events } = linked;
    const answer =
      thing === undefined ? undefined : readable(await session.request('GET', thing, { signal }));
    const described = answer === undefined ? [] : readThing(parseJson(answer.text()));
    const paths = new Set(described.map(({ path }) => path));
    const linkedOnly = controls.filter(({ path }) => !paths.has(path));
    return { controls: [...described, ...linkedOnly].slice(0, MAX_CONTROLS), events };
  } catch {
    // The banner above shows the problem of the connection; it is asked again over the next one.
    return undefined;
  }
}

/** Passes each answer on; without one, the last one stays. Returns a function that stops it. */
export function followResources(
  session: ResourcesSession,
  note: (resources: DeviceResources) => void,
): () => void {
  return askEachUser(session, async (signal) => {
    const resources = await loadResources(session, signal);
    if (!signal.aborted && resources !== undefined) note(resources);
  });
}

function readable(answer: DeviceResponse): DeviceResponse | undefined {
  const bytes = answer.payload?.length ?? 0;
  return answer.statusCode === CONTENT && bytes <= MAX_DESCRIPTION_BYTES ? answer : undefined;
}
