/** @module Faults of number and time: a second of what there is one of, a thousand channels, clocks that are off. */
import { inFile, type Fault } from '../fault.ts';

export const BOUND_FAULTS: readonly Fault[] = [
  {
    id: 66,
    fault: 'A second list of ICE servers comes.',
    seen: 'It is taken, for the next connection.',
    how: 'another turn reply over fakes',
    tests: inFile(
      'packages/client/src/connection/link-signaling.test.ts',
      'refreshIceServers > keeps the servers of the answer for the next connection',
    ),
  },
  {
    id: 67,
    fault: 'A client opens a second channel for requests, or for negotiation.',
    seen: 'A second request channel shares the limits of the first; a second negotiation channel is closed.',
    how: 'a second channel of the same label',
    tests: [
      ...inFile(
        'packages/device/src/coap/open-requests.test.ts',
        'the limit on waiting requests counts all channels that share it',
      ),
      ...inFile(
        'packages/device/src/session/session-negotiation.test.ts',
        'closes a second negotiation channel and keeps the first',
      ),
    ],
  },
  {
    id: 68,
    fault: 'A client opens 1,000 channels.',
    seen: 'Those beyond the limit are closed.',
    how: 'one channel above the limit; channels of every name by a seed',
    tests: [
      ...inFile('packages/device/src/peer/safe-channel.test.ts', 'closes channels beyond MAX_CHANNELS'),
      ...inFile('packages/device/src/fuzz.test.ts', 'a device answers after every attack of the fuzz run'),
    ],
  },
  {
    id: 69,
    fault: 'A clock is off by minutes or a day, or is set while something runs.',
    seen: 'Nothing that is measured ends early or late; tokens are judged by one clock; the doctor says how much the clock is off.',
    how: 'clocks that the test sets: of a part, and of a whole process',
    tests: [
      ...inFile(
        'packages/signaling/src/cli/clock-off.test.ts',
        'with a clock that is $days days off, devices attach, clients log in, and tokens expire by that clock',
        'a clock that is set by a day while the service runs ends no session, and opens new ones',
      ),
      ...inFile(
        'packages/cluster/src/outage.test.ts',
        'a system clock that repeatedly jumps forward ends nothing',
      ),
      ...inFile(
        'packages/cluster/src/presence.test.ts',
        'a node whose clock is an hour ahead does not keep a device that attaches elsewhere',
      ),
      ...inFile(
        'packages/cluster/src/clock-set.test.ts',
        'after the clock of Redis was set back, a device that moves to another node stays there, and can move back',
        'a node that died just before the clock of Redis was set back is gone within seconds, with its devices',
      ),
      ...inFile(
        'packages/signaling/src/relay/login.test.ts',
        'setting the clock back does not change how long a device has been online',
      ),
      ...inFile(
        'packages/client/src/session/network.test.ts',
        'waking up > a clock that is set back does not count as sleep',
      ),
      ...inFile(
        'packages/protocol/src/time/cached-value.test.ts',
        'CachedValue loads in time although the clock is set back',
      ),
      ...inFile('e2e/tests/diagnose-service.spec.ts', 'a clock that is ${hours} hours off is diagnosed'),
    ],
  },
];
