/** @module What the hooks need of a connection: a part of the client's `Connection`. */

import type { Connection } from '@longwire/client';

/** The part of a connection that the hooks read and call. */
export type ConnectionPort = Pick<Connection, 'state' | 'on' | 'connect' | 'close' | 'request'>;
