/** @module What a device notifies of, by kind, in English. Apart from the other texts, because the service worker has it too. */

/** The words for each kind (docs/protocol/events.md). */
export const eventKinds = { motion: 'Movement' };
