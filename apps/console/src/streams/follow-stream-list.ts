/** @module Follows what a device answers about its streams: one without a list has no page of its own, and a role may have none. */

import type { Session } from '@longwire/client';
import { askEachUser, type AskedSession } from '../session/ask-each-user.ts';
import { loadStreams, type StreamList } from './stream-list.ts';

/** The part of a session that it needs. */
export type StreamListSession = AskedSession & {
  readonly streams: Pick<Session['streams'], 'list'>;
};

/** What a device answers. */
export type StreamAnswer = Exclude<StreamList['kind'], 'failed'>;

/** Passes each answer on; without one, the last one stays. Returns a function that stops it. */
export function followStreamList(
  session: StreamListSession,
  note: (answer: StreamAnswer) => void,
): () => void {
  return askEachUser(session, async (signal) => {
    const { kind } = await loadStreams(session.streams, signal);
    if (!signal.aborted && kind !== 'failed') note(kind);
  });
}
