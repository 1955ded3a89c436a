/** @module What a page has of the built packages, with the types of a browser alone: no Node, nothing newer than ES2022. */
import { createConnection, createSession, type Session, type SessionOptions } from '@longwire/client';
import { decodeCbor, encodeCbor } from '@longwire/client/cbor';
import { diagnose } from '@longwire/client/diagnostics';
import * as linkFormat from '@longwire/client/link-format';
import * as protocol from '@longwire/protocol';
import * as react from '@longwire/react';

export const everything: readonly object[] = [
  createConnection,
  decodeCbor,
  diagnose,
  encodeCbor,
  linkFormat,
  protocol,
  react,
];

export async function use(options: SessionOptions): Promise<AsyncDisposable> {
  const session: Session = createSession(options);
  await session.ready();
  return session;
}
