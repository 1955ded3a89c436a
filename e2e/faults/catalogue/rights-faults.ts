/** @module Faults of rights: taken while they are used, and guessed. */
import { inFile, type Fault } from '../fault.ts';

export const RIGHTS_FAULTS: readonly Fault[] = [
  {
    id: 74,
    fault: 'A user is deleted or demoted while watching or talking.',
    seen: 'Picture, voice, requests and streams of that user stop.',
    how: 'an administrator in another page',
    tests: [
      ...inFile(
        'e2e/tests/rights.spec.ts',
        'a user whose video is running > loses the video when deleted',
        'a user whose video is running > loses the video when demoted',
      ),
      ...inFile(
        'packages/device/src/session/session-tracks.test.ts',
        'a client that talks > and loses the right ends at the sink as withdrawn',
      ),
      ...inFile(
        'packages/device/src/media/sink/sinks.test.ts',
        'ends at once when the right to talk is withdrawn, whatever it has not played yet',
      ),
      ...inFile(
        'packages/device/src/session/session-streams.test.ts',
        'revoking a right closes the tunnel on both sides',
      ),
      ...inFile(
        'packages/device/src/coap/rights-taken.test.ts',
        'a binary channel drops an answer whose right was withdrawn, in one message or in blocks',
        'a JSON channel drops an answer whose right was withdrawn',
      ),
    ],
  },
  {
    id: 75,
    fault: 'A token is revoked.',
    seen: 'Its clients end within a second, on every node; others go on.',
    how: 'revoked by an operator, and by another process; of a client whose socket has ended',
    tests: [
      ...inFile(
        'e2e/tests/tokens.spec.ts',
        'revoking a token closes its client with 4002 and ends its picture and requests within a second, while others continue',
        "revoking a token ends a connection whose client's socket ended before, while another client's stays",
      ),
      ...inFile(
        'packages/device/src/agent/session-registry.test.ts',
        'after each attachment the tokens of all sessions are named, once, to a service that asks for them',
      ),
      ...inFile(
        'packages/signaling/src/nodes/nodes.test.ts',
        'after another process revokes a token, its clients on every node and the device get 4002 within a second; others stay',
      ),
    ],
  },
  {
    id: 76,
    fault: 'A stranger sends wrong passwords while a user logs in.',
    seen: 'The user gets in.',
    how: 'a minute of wrong passwords with stolen tokens; a guest in Chromium',
    tests: [
      ...inFile(
        'packages/device/src/auth/password-attacks.test.ts',
        'a minute of tries with two connection tokens does not stop a right login with a new third one',
      ),
      ...inFile(
        'packages/device/src/lock-out.test.ts',
        'a stranger’s wrong passwords with one token stop none of eight right logins with another',
      ),
      ...inFile(
        'e2e/tests/lock-out.spec.ts',
        "a guest takes every session slot with two tokens and guesses the administrator's password; the administrator still connects and logs in each time",
      ),
    ],
  },
  {
    id: 77,
    fault: 'A flood of first rounds of logins.',
    seen: 'The others still get theirs; a refused round costs no arithmetic.',
    how: 'rounds as fast as a real device answers them; rounds beyond each limit, with the multiplications counted',
    tests: [
      ...inFile(
        'packages/device/src/lock-out.test.ts',
        'from two connections with one token is refused beyond its limit, and stops none of three right logins',
      ),
      ...inFile(
        'packages/device/src/auth/password-attacks.test.ts',
        'round 1 is limited to twenty per connection, forty per connection token and a hundred over all new tokens',
        'one connection token on many connections leaves rounds to the others',
      ),
      ...inFile(
        'packages/device/src/auth/password-logins.test.ts',
        'is no multiplication for a refused round 1 or a round 2 of another length',
      ),
    ],
    notShown:
      'a share of the processor: it depends on the machine, and the number of multiplications does not',
  },
];
