/** @module What a device notifies of, by kind, in German. */
import type * as english from './event-kinds-en.ts';

/** The words for each kind (docs/protocol/events.md). */
export const eventKinds: typeof english.eventKinds = { motion: 'Bewegung' };
