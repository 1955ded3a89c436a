/** @module Faults of the signaling service's process. */
import { inFile, type Fault } from '../fault.ts';

const CONNECTING = 'connecting that ends before it is done leaves nothing behind > %s: %s';
const SESSION = 'rules for the answers of the service > %s: the next attempt starts after its wait';

/** What a person sees when connecting is interrupted. */
const ATTEMPT =
  'The attempt fails with its own error, a session makes another, and nothing is left of the first.';

const attempt = [
  ...inFile('packages/client/src/connection/connecting.test.ts', CONNECTING),
  ...inFile('packages/client/src/connection/connect-pipelined.test.ts', CONNECTING),
  ...inFile('packages/client/src/session/recovery.test.ts', SESSION),
];

export const SERVICE_FAULTS: readonly Fault[] = [
  {
    id: 1,
    fault: 'The service is killed before it has answered the login.',
    seen: ATTEMPT,
    how: 'the socket fails in the step `logging-in`, over fakes',
    tests: attempt,
  },
  {
    id: 2,
    fault: 'The service is killed between the login and the ICE servers.',
    seen: ATTEMPT,
    how: 'the socket fails in the step `requesting-turn`, over fakes',
    tests: attempt,
  },
  {
    id: 3,
    fault: 'The service is killed after the offer and before the answer.',
    seen: ATTEMPT,
    how: 'the socket fails in the step `opening-channel`, over fakes',
    tests: attempt,
  },
  {
    id: 4,
    fault: 'The service is killed once the connection is peer to peer.',
    seen: 'Picture and requests go on; signaling comes back under them.',
    how: 'SIGKILL of the service; close codes over fakes',
    tests: [
      ...inFile(
        'e2e/tests/session-recovery.spec.ts',
        'while the service is down video continues, and afterwards signaling is restored',
      ),
      ...inFile(
        'e2e/tests/signaling-returns.spec.ts',
        'the service is killed and started again: the same connection adds, sends and removes tracks',
      ),
      ...inFile(
        'packages/client/src/session/recovery.test.ts',
        'loss of signaling on a working connection > close code %i: the connection stays until a successor with signaling takes over',
      ),
    ],
  },
  {
    id: 5,
    fault: 'The service is stopped for a minute: its sockets are half open.',
    seen: 'The device takes its attachment for lost after 45 seconds and attaches again; the service drops a silent socket after two pings. A client gets an error as soon as it needs signaling.',
    how: 'SIGSTOP of a real service and of a real device, with a ping every 300 ms instead of 20 seconds; a service that falls silent, on a manual clock',
    tests: [
      ...inFile(
        'e2e/faults/stopped-processes.test.ts',
        'a device notices within its limit that the service is stopped, and is attached again soon after it runs',
        'the service notices after two pings that a device is stopped, and has it again soon after it runs',
      ),
      ...inFile(
        'packages/device/src/agent/agent.test.ts',
        'after the attachment is lost > a silent service counts as lost after the timeout; a ping restarts the timeout',
      ),
      ...inFile(
        'packages/signaling/src/relay/limits.test.ts',
        'a client that misses two pings is closed, one that answers stays',
        'a device that misses two pings is closed, and its clients get 4003',
      ),
      ...inFile(
        'packages/client/src/connection/link-signaling.test.ts',
        'checkAlive > is false when there is no answer in time, and leaves no timer',
      ),
      ...inFile(
        'packages/testing/src/faults/fake-faults.test.ts',
        'half-open > half-open signaling: nothing arrives, nothing closes, closing does not reach the service, and a new socket works',
      ),
    ],
    notShown:
      'that a browser notices within 45 seconds by itself: it answers the pings of WebSockets and shows a page none of them',
  },
  {
    id: 6,
    fault: 'Two and more nodes are restarted one after another, with device and clients on different ones.',
    seen: 'Every client is back on another node; no message is lost, doubled or out of order.',
    how: 'SIGTERM of three node processes in turn, on SQLite and PostgreSQL; of two behind HAProxy; of two of an older version',
    tests: [
      ...inFile(
        'packages/signaling/src/nodes/nodes.test.ts',
        'all three nodes can be restarted in turn while all peers exchange messages',
        'three nodes on PostgreSQL can be restarted in turn while all peers exchange messages',
      ),
      ...inFile(
        'packages/signaling/src/nodes/nodes-behind-balancer.test.ts',
        'a node that SIGTERM ends gets no new sockets while it drains, then its sockets end with 1012 and move to the other node, and nothing is lost',
        'both nodes can be restarted in turn while all peers exchange messages through the balancer',
      ),
      ...inFile(
        'packages/signaling/src/nodes/upgrade.test.ts',
        'two nodes of an older version are upgraded one by one while all peers exchange messages, and none is lost',
      ),
    ],
  },
];
