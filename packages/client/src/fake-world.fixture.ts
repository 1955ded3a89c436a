/** @module Test fixture: what tests of a client in a fake world share. */
import { ContentFormat, type CborValue } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import { createFakeWorld, type FakeAnswer, type FakeWorld } from '@longwire/testing';
import type { Connection } from './connection/connection.ts';
import { createConnection } from './create-connection.ts';

/** What is left of a client that has released everything. */
export const NOTHING: FakeWorld['leftovers'] = { sockets: 0, peers: 0, timers: 0, listeners: 0 };

/** A connection in a world of its own. */
export async function connected(): Promise<{ world: FakeWorld; connection: Connection }> {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  await connection.connect();
  return { world, connection };
}

/** The types of the messages that a client sent, in order (PROTOCOL.md section 2). */
export function kindsSent({ sent }: Pick<FakeWorld['sockets']['last'], 'sent'>): unknown[] {
  return sent.map((text) => Reflect.get(Object(JSON.parse(text)), 'type'));
}

/** An answer with a CBOR payload. */
export function cborAnswer(value: CborValue, statusCode = 205): FakeAnswer {
  return { statusCode, contentFormat: ContentFormat.cbor, payload: encodeCbor(value) };
}
