/** @module Reads the device's list of events, whatever it answers (docs/protocol/events.md). */

import type { DeviceResponse } from '@longwire/client';
import { labelOf, MAX_DESCRIPTION_LENGTH } from '../controls/control.ts';
import { booleanOf, fieldOf, numberOf, parseJson, textOf } from '../read-field.ts';

/** Something that the device says. */
export interface Notice {
  readonly type: 'notification';
  readonly id: number;
  readonly atMs: number;
  /** There may be words for it in the person's language. */
  readonly kind: string | undefined;
  readonly title: string;
  readonly body: string | undefined;
  readonly hasImage: boolean;
}

/** Someone was connected. */
export interface Visit {
  readonly type: 'visit';
  readonly id: number;
  readonly atMs: number;
  /** Missing while it lasts, and where the device does not know. */
  readonly untilMs: number | undefined;
  readonly isPresent: boolean;
  readonly username: string;
  /** The display name, else the user name. */
  readonly name: string;
  readonly role: string | undefined;
}

/** One entry of the list. */
export type DeviceEvent = Notice | Visit;

/** Largest answer that is read, in bytes. Reason: 200 entries at their longest, in UTF-8. */
const MAX_LIST_BYTES = 512 * 1024;

/** Most entries that are shown. */
const MAX_SHOWN = 200;

/** The status of an answer with content. */
const CONTENT = 205;

const MS_PER_S = 1000;

/** The entries, newest first; undefined for an answer that is no list. */
export function readEvents({
  statusCode,
  payload,
  text,
}: Pick<DeviceResponse, 'statusCode' | 'payload' | 'text'>): readonly DeviceEvent[] | undefined {
  if (statusCode !== CONTENT || (payload?.length ?? 0) > MAX_LIST_BYTES) return undefined;
  const list = fieldOf(parseJson(text()), 'events');
  if (!Array.isArray(list)) return undefined;
  return list
    .slice(0, MAX_SHOWN)
    .map((entry: unknown) => readEvent(entry))
    .filter((event) => event !== undefined);
}

function readEvent(entry: unknown): DeviceEvent | undefined {
  const [id, at] = [numberOf(entry, 'id'), momentOf(entry, 'at')];
  if (id === undefined || at === undefined) return undefined;
  const head = { id, atMs: at };
  if (textOf(entry, 'type') === 'notification') {
    const title = labelOf(textOf(entry, 'title'));
    const body = labelOf(textOf(entry, 'body'), MAX_DESCRIPTION_LENGTH);
    const hasImage = booleanOf(entry, 'image') === true;
    const kind = textOf(entry, 'kind');
    return title === undefined ? undefined : { type: 'notification', ...head, kind, title, body, hasImage };
  }
  const username = labelOf(textOf(entry, 'user'));
  if (textOf(entry, 'type') !== 'visit' || username === undefined) return undefined;
  return {
    type: 'visit',
    ...head,
    untilMs: momentOf(entry, 'until'),
    isPresent: booleanOf(entry, 'present') === true,
    username,
    name: labelOf(textOf(entry, 'name')) ?? username,
    role: labelOf(textOf(entry, 'role')),
  };
}

/** A time in milliseconds that a calendar has. */
function momentOf(entry: unknown, name: string): number | undefined {
  const ms = (numberOf(entry, name) ?? Number.NaN) * MS_PER_S;
  return Number.isNaN(new Date(ms).getTime()) ? undefined : ms;
}
