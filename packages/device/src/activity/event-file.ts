/** @module The list of events in a file. */
import { readFileSync } from 'node:fs';
import { hasErrorCode, type Logger } from '@longwire/protocol';
import { TableReader, type NumberRange } from '../config/table-reader.ts';
import { reasonOf } from '../log/reason-of.ts';
import { moveAside } from '../store/move-aside.ts';
import { replaceFile } from '../store/replace-file.ts';
import { MAX_EVENTS, type LoggedEvent } from './logged-event.ts';
import { NOTIFICATION_KINDS } from './notification.ts';

/** Keeps the list over restarts. */
export interface EventStore {
  /** The entries at the start, newest first. */
  readonly stored: readonly LoggedEvent[];
  /** One call at a time. */
  save(events: readonly LoggedEvent[]): Promise<void>;
}

/** Keeps nothing. */
export const NO_EVENT_STORE: EventStore = { stored: [], save: () => Promise.resolve() };

const WHOLE: NumberRange = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** Opens the file. A damaged one is moved aside, and the list starts empty: no right depends on it. */
export function openEventFile(path: string, logger: Logger): EventStore {
  return {
    stored: readEvents(path, logger),
    save: (events) => replaceFile(path, `${JSON.stringify({ events }, undefined, 1)}\n`),
  };
}

function readEvents(path: string, logger: Logger): readonly LoggedEvent[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const place = { where: path, code: 'ERR_STORE_READ', maxEntries: MAX_EVENTS } as const;
    return new TableReader(value, place).tables('events').map(readEvent);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT'))
      logger.warn('events.store-unreadable', { reason: reasonOf(error), kept: keepDamaged(path) });
    return [];
  }
}

/** Where the damaged file is now, or why it is still there. */
function keepDamaged(path: string): string {
  try {
    return moveAside(path);
  } catch (error) {
    return reasonOf(error);
  }
}

function readEvent(table: TableReader): LoggedEvent {
  const number = (key: string): number => table.wholeNumber(key, WHOLE) ?? table.missing(key, 'a number');
  const textOrNull = (key: string): string | null => (table.isNull(key) ? null : table.anyText(key));
  const [id, atMs] = [number('id'), number('atMs')];
  if (table.choice('type', ['notification', 'visit']) === 'notification')
    return {
      type: 'notification',
      id,
      atMs,
      // Missing in files that are older than the field; a later version may know more of them.
      kind: NOTIFICATION_KINDS.find((kind) => table.has('kind') && textOrNull('kind') === kind) ?? null,
      title: table.requiredText('title'),
      body: textOrNull('body'),
      isUnsent: table.flag('isUnsent') ?? false,
    };
  return {
    type: 'visit',
    id,
    atMs,
    untilMs: table.isNull('untilMs') ? null : number('untilMs'),
    isPresent: false,
    username: table.requiredText('username'),
    displayName: textOrNull('displayName'),
    role: textOrNull('role'),
  };
}
