/** @module Faults of the relay, and networks that let only some paths through. */
import { inFile, type Fault } from '../fault.ts';

export const PATH_FAULTS: readonly Fault[] = [
  {
    id: 21,
    fault: 'The relay is away when a connection starts.',
    seen: 'Another path, or a failure that lists what was tried and names the relay.',
    how: 'SIGKILL of coturn, in network namespaces',
    tests: [
      ...inFile(
        'e2e/tests/console-doctor-network.spec.ts',
        'when no relay answers, the failure lists the attempts, and the doctor reports that the relay cannot be reached',
      ),
      ...inFile(
        'packages/client/src/peer/relay-watch.test.ts',
        'gathering without a candidate is reported with the errors of the servers',
        'a single relay suffices, whatever errors other servers report',
      ),
    ],
  },
  {
    id: 22,
    fault: 'The relay dies in the middle of a session.',
    seen: 'The connection ends with an error, and a new one works when the relay is back.',
    how: 'SIGKILL of coturn, over UDP and TCP',
    tests: inFile(
      'e2e/tests/relay.spec.ts',
      'when a relay by ${transport} fails the connection ends with an error, and a new one works when the relay is back',
    ),
  },
  {
    id: 23,
    fault: 'The credentials for the relay expire in the middle of a session.',
    seen: 'The session goes on; the next connection has new credentials.',
    how: 'a real coturn whose nonces are stale at once; a manual clock',
    tests: [
      ...inFile(
        'packages/signaling/src/ice/coturn.test.ts',
        'an allocation outlives its credentials and accepts no others',
      ),
      ...inFile(
        'e2e/tests/relay.spec.ts',
        'a turn request in a session returns credentials with a later expiry',
      ),
      ...inFile(
        'packages/client/src/session/fresh-credentials.test.ts',
        'relay credentials are requested for each connection and not used after they expire',
      ),
    ],
  },
  {
    id: 24,
    fault: 'The relay refuses its credentials again and again (401).',
    seen: 'An error that names the relay and the number; the doctor says which.',
    how: 'expired and forged credentials at a real coturn',
    tests: [
      ...inFile(
        'e2e/tests/relay.spec.ts',
        'expired credentials, or credentials signed with another secret, end in an error that says so',
      ),
      ...inFile(
        'e2e/tests/console-doctor-network.spec.ts',
        "the doctor reports that the relay refuses the service's credentials",
      ),
    ],
  },
  {
    id: 25,
    fault: 'The quota of the relay is used up.',
    seen: 'One end of a session gets sixteen allocations; the others do not notice.',
    how: 'seventeen allocations at a real coturn',
    tests: inFile(
      'packages/signaling/src/ice/coturn.test.ts',
      'one end of a session can create sixteen allocations, without affecting others',
    ),
  },
  {
    id: 26,
    fault: 'The NAT gives a connection another port.',
    seen: 'The session goes over to a new connection by itself: requests are answered, and the picture goes on.',
    how: 'a router that lets nothing in, forgets its table and takes other ports, in network namespaces',
    tests: inFile(
      'e2e/tests/nat-rebinding.spec.ts',
      'a NAT that changes the port of a connection: requests are answered, and the picture goes on',
    ),
  },
  {
    id: 27,
    fault: "The browser's address changes.",
    seen: 'The session reaches its device from the new address.',
    how: 'another address on the only link, in network namespaces',
    tests: inFile(
      'e2e/tests/session-networks.spec.ts',
      'the address changes (${policy}): the session reaches its device from the new one',
      'the link goes down and up (${policy}): requests sent meanwhile are answered, and video returns',
    ),
  },
  {
    id: 28,
    fault: 'UDP is blocked.',
    seen: 'Verified, through a relay over TCP or TLS; the doctor says that the network blocks UDP.',
    how: 'packets dropped in network namespaces',
    tests: [
      ...inFile('e2e/tests/diagnose-network.spec.ts', 'with UDP blocked, the relay over TCP is found'),
      ...inFile(
        'e2e/tests/console-doctor-network.spec.ts',
        'with UDP blocked, the relay over TCP or TLS remains, and the path shows it',
      ),
    ],
  },
  {
    id: 29,
    fault: 'Neither side can reach the other, as with symmetric NATs on both.',
    seen: 'The relay is found without being asked for.',
    how: 'network namespaces between which nothing is forwarded, or with a symmetric NAT on each side',
    tests: [
      ...inFile(
        'e2e/tests/relay.spec.ts',
        'without an ICE policy the relay is found as well, and the best path to it is used',
      ),
      ...inFile('e2e/tests/nat-grid.spec.ts', '${cell.family}, ${cell.title}: the path is ${cell.path}'),
    ],
  },
  {
    id: 30,
    fault: 'The browser shows `.local` candidates only.',
    seen: 'Connects, is verified, and shows video.',
    how: 'a Chromium with hidden host addresses',
    tests: inFile(
      'e2e/tests/mdns.spec.ts',
      'a page with mDNS candidates connects, verifies, logs in and shows video',
    ),
  },
];
