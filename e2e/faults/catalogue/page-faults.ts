/** @module Faults of the page: tabs that sleep, come back, or are two. */
import { inFile, type Fault } from '../fault.ts';

export const PAGE_FAULTS: readonly Fault[] = [
  {
    id: 70,
    fault: 'A tab is frozen for minutes.',
    seen: 'Video again once thawed, and requests are answered.',
    how: 'the tab is frozen until the device has given its session up',
    tests: [
      ...inFile(
        'e2e/tests/session-recovery.spec.ts',
        'a tab frozen until the device gave up its session shows video again once thawed, and is answered',
      ),
      ...inFile(
        'e2e/tests/console-recovery.spec.ts',
        'a tab that slept until the device had closed its session is live again, with its input',
      ),
    ],
  },
  {
    id: 71,
    fault: 'A page comes out of the back-forward cache.',
    seen: 'It goes on where the person was.',
    how: 'another page and back, in Chromium',
    tests: inFile(
      'e2e/tests/console-back-forward.spec.ts',
      'a page with an open connection is not cached, and the reloaded page continues where the person was',
      'a cached page that waits for a device continues, and is live once the device is back',
    ),
  },
  {
    id: 72,
    fault: 'The laptop sleeps.',
    seen: 'It wakes up connected or connecting, logged in as before.',
    how: 'a clock that jumps; tabs that sleep past the renewal of their certificate',
    tests: [
      ...inFile(
        'packages/client/src/session/network.test.ts',
        'waking up > a jump of the clock counts as waking up',
        'waking up > a resumed page and one from the back-forward cache count as waking up',
      ),
      ...inFile(
        'e2e/tests/console-asleep.spec.ts',
        'two tabs that slept past the renewal date renew once, stay logged in, and are recognised afterwards',
        'a tab that slept until its certificate expired says so, and is recognised again after one login',
      ),
    ],
  },
  {
    id: 73,
    fault: 'One user has two tabs.',
    seen: 'Both work; nothing is done twice.',
    how: 'two tabs that store, renew and connect at once',
    tests: [
      ...inFile(
        'e2e/tests/browser-identity.spec.ts',
        'two tabs at the same time store one certificate and renew once',
      ),
      ...inFile(
        'e2e/tests/console-session-limit.spec.ts',
        'with one session allowed by the ${by}, the second tab waits and connects when the first is closed',
      ),
    ],
  },
];
