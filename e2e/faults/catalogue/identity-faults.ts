/** @module Faults of identity: certificates, challenges and logins with a man in the middle. */
import { inFile, type Fault } from '../fault.ts';

const IDENTITY = 'packages/client/src/connection/identity.test.ts';
const PINNED = 'the pinned certificate > a later offer with %s closes, and is not applied';

export const IDENTITY_FAULTS: readonly Fault[] = [
  {
    id: 60,
    fault: 'The certificate is another in a later offer.',
    seen: 'The connection ends; nothing of the offer is applied.',
    how: 'rewritten descriptions, over fakes and in Chromium',
    tests: [
      ...inFile(IDENTITY, PINNED),
      ...inFile(
        'e2e/tests/identity.spec.ts',
        'an offer that names another certificate during a session ends the connection',
        'our device ends a session whose client names another certificate later',
      ),
    ],
  },
  {
    id: 61,
    fault: 'A description has a fingerprint of sha-512 only.',
    seen: 'The connection ends; never verified.',
    how: 'rewritten descriptions over fakes',
    tests: inFile(IDENTITY, PINNED),
  },
  {
    id: 62,
    fault: 'A description has two fingerprints.',
    seen: 'The connection ends; never verified.',
    how: 'rewritten descriptions over fakes',
    tests: inFile(IDENTITY, 'the pinned certificate > one more fingerprint beside it closes as well'),
  },
  {
    id: 63,
    fault: 'A man in the middle relays the challenge to the real device.',
    seen: 'Never verified: the proof is for another connection.',
    how: 'a man in the middle between Chromium and the device; genuine tokens over fakes',
    tests: [
      ...inFile(IDENTITY, 'readFingerprint > a relay: the token is genuine and for another connection'),
      ...inFile(
        'e2e/tests/identity.spec.ts',
        'a device relayed by a man in the middle is not valid, and no login succeeds',
      ),
    ],
  },
  {
    id: 64,
    fault: 'An old challenge token is shown again.',
    seen: 'Never verified.',
    how: "recorded tokens with another nonce and another connection's certificates",
    tests: inFile(
      'packages/protocol/src/auth/challenge-token.test.ts',
      'recorded challenge tokens > both keys with %s are invalid',
    ),
  },
  {
    id: 65,
    fault: 'A man in the middle takes part in a login.',
    seen: 'The login fails on both sides, as with a wrong password.',
    how: 'one side sees another certificate; a man in the middle in Chromium',
    tests: [
      ...inFile(
        'packages/protocol/src/auth/spake2-login.test.ts',
        'is refused if the %s sees another certificate, as with a man in the middle',
      ),
      ...inFile(
        'e2e/tests/identity.spec.ts',
        'a device relayed by a man in the middle is not valid, and no login succeeds',
      ),
    ],
  },
];
