/** @module Faults of what the service stores things in: Redis, PostgreSQL, its disk. */
import { inFile, type Fault } from '../fault.ts';

const REDIS = 'Sessions within a node go on, others end with a reason, and all work again when Redis does.';

export const STORE_FAULTS: readonly Fault[] = [
  {
    id: 7,
    fault: 'Redis is killed.',
    seen: REDIS,
    how: 'SIGKILL of redis-server',
    tests: [
      ...inFile(
        'packages/signaling/src/nodes/nodes.test.ts',
        'Redis %s: sessions within a node continue, others end with 1013, and all recover when it is back',
      ),
      ...inFile(
        'packages/cluster/src/outage.test.ts',
        'when Redis stops, a session across nodes ends with 1013 on both sides, and one within a node continues',
      ),
    ],
  },
  {
    id: 8,
    fault: 'Redis is stopped.',
    seen: REDIS,
    how: 'SIGSTOP of redis-server',
    tests: [
      ...inFile(
        'packages/signaling/src/nodes/nodes.test.ts',
        'Redis %s: sessions within a node continue, others end with 1013, and all recover when it is back',
      ),
      ...inFile(
        'packages/cluster/src/outage.test.ts',
        'when Redis is paused, no call waits long, and no message is sent twice',
        'a pause shorter than the reply timeout ends and loses nothing',
      ),
    ],
  },
  {
    id: 9,
    fault: 'Redis is emptied.',
    seen: REDIS,
    how: 'FLUSHALL, and a restart without its data',
    tests: [
      ...inFile(
        'packages/cluster/src/outage.test.ts',
        'when a running Redis is emptied, sessions across nodes end, and thousands of devices are registered again',
        'a quick restart of an empty Redis ends sessions across nodes although no connection was lost for long',
      ),
      ...inFile(
        'packages/signaling/src/nodes/nodes.test.ts',
        'after Redis restarts empty, sessions within a node continue, and every device is found again',
      ),
    ],
  },
  {
    id: 10,
    fault: 'Redis fails over to its replica.',
    seen: REDIS,
    how: 'a real replica is promoted, the first one killed, and the address leads to the other; a Redis Cluster that gives the keys to another server',
    tests: [
      ...inFile(
        'packages/cluster/src/outage.test.ts',
        'when Redis fails over to its replica, sessions within a node continue, and all work again',
        'after a fail-over to a server whose clock differs by %d ms, a device that moves to a node started since stays there',
      ),
      ...inFile(
        'packages/cluster/src/redis-cluster.test.ts',
        'nodes that know any server of a Redis Cluster reach each other; when the keys move to another server, all works again',
      ),
    ],
    notShown: 'Sentinel, which the service does not know: the address has to follow',
  },
  {
    id: 11,
    fault: 'Redis has no memory left.',
    seen: REDIS,
    how: '`maxmemory` of one byte',
    tests: inFile(
      'packages/cluster/src/outage.test.ts',
      'when Redis has no memory left, sessions across nodes end, those within a node continue, and all work again',
    ),
  },
  {
    id: 12,
    fault: 'PostgreSQL is away.',
    seen: 'Operators read that the database cannot be reached; sessions stay, and new logins get an error after which clients try again.',
    how: 'the server is killed, and stopped',
    tests: [
      ...inFile(
        'packages/signaling/src/http/outage.test.ts',
        'the API responds with 503 while the database is gone, and recovers',
        'the API responds with 503 while the database hangs, and recovers',
      ),
      ...inFile(
        'packages/signaling/src/registry/postgres-database.test.ts',
        'a server restart fails concurrent statements, is reported, and recovers',
        'audit rows whose reply was lost are written once, although the server carries out what it had received',
        'a process that stops in the middle of a change does not make those of others fail',
      ),
      ...inFile(
        'packages/signaling/src/relay/login.test.ts',
        'a login is closed with 1011 when the registry fails',
      ),
    ],
  },
  {
    id: 13,
    fault: 'PostgreSQL is read-only, as a standby is.',
    seen: 'What only reads works; a change fails with words that name it, and works once it is writable.',
    how: '`default_transaction_read_only`',
    tests: inFile(
      'packages/signaling/src/registry/unwritable.test.ts',
      'a database that is read-only is read, refuses changes with its reason, and takes them later',
    ),
  },
  {
    id: 14,
    fault: 'The database is a second slow, or its disk is.',
    seen: 'Logins wait, in order; one that waits beyond its limit gets an error, and a late answer opens nothing. What was answered is stored.',
    how: 'a registry that answers when the test lets it; delayed system calls of the process',
    tests: [
      ...inFile(
        'packages/signaling/src/cli/slow-disk.test.ts',
        'with a slow disk devices attach, clients log in and changes are answered, and what was answered and its audit rows outlive SIGKILL',
      ),
      ...inFile(
        'packages/signaling/src/relay/order.test.ts',
        'messages sent before the login response are handled in order, however slow the registry is',
      ),
      ...inFile(
        'packages/signaling/src/relay/login.test.ts',
        'a login is closed with 4007 when the registry responds too late; the late response opens nothing',
      ),
      ...inFile(
        'packages/signaling/src/registry/postgres-database.test.ts',
        'statements to a hanging server fail in time and work again when it continues',
      ),
    ],
  },
  {
    id: 15,
    fault: "The disk of the service's database is full.",
    seen: 'A change fails with words that name the disk and leaves nothing behind; what was answered is stored.',
    how: 'a SQLite file that may not grow; an audit table that refuses rows',
    tests: [
      ...inFile(
        'packages/signaling/src/registry/unwritable.test.ts',
        'a full disk refuses changes whole and keeps what was answered, and they work once there is room',
      ),
      ...inFile(
        'packages/signaling/src/registry/audit-log.test.ts',
        'an audit log whose database fails > keeps its rows, retries every second, and reports the failure once',
        'an audit log whose database fails > lets decisions wait once 10,000 rows are queued, until there is room',
      ),
      ...inFile(
        'packages/signaling/src/registry/crash.test.ts',
        'after two dozen kills at any moment, reported work is stored and other work is complete or absent',
      ),
    ],
  },
];
