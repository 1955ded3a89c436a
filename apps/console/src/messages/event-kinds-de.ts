/** @module What a device notifies of, by kind, and a message of a device that may not notify, in German. */
import type * as english from './event-kinds-en.ts';

/** The words for each kind (docs/protocol/events.md). */
export const eventKinds: typeof english.eventKinds = { motion: 'Bewegung' };

/** Of a device whose messages are off, or that claims to be another. */
export const unknownSender: typeof english.unknownSender =
  'Eine Nachricht eines Geräts, das Sie nicht benachrichtigen darf';
