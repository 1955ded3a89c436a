/** @module What a device notifies of, by kind, and a message of a device that may not notify, in English. Apart from the other texts, because the service worker has it too. */

/** The words for each kind (docs/protocol/events.md). */
export const eventKinds = { motion: 'Movement' };

/** Of a device whose messages are off, or that claims to be another. */
export const unknownSender: string = 'A message from a device that may not notify you';
