/** @module The messages of a connection, by the names that attack descriptions use. */
import type { Direction, WireMessage } from '../harness/signaling-proxy.ts';

const NAMES = {
  login: 20,
  'login reply': 21,
  'turn request': 3,
  'turn reply': 4,
  offer: 0,
  answer: 1,
  candidate: 2,
  'request for an offer': 5,
} as const;

/** The type of a signaling message (PROTOCOL.md section 2). */
export type MessageKind = keyof typeof NAMES;

/** Messages of one kind in one direction. */
export interface MessageClass {
  readonly kind: MessageKind;
  readonly direction: Direction;
}

/** Whether a message is of a class. */
export function isOf({ kind, direction }: MessageClass, at: Direction, { type }: WireMessage): boolean {
  return direction === at && NAMES[kind] === type;
}

/** A class in words. */
export function wordsOf({ kind, direction }: MessageClass): string {
  return `${kind} ${direction === 'toClient' ? 'to the client' : 'to the device'}`;
}
