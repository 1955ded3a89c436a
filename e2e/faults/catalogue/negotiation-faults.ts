/** @module Faults of negotiation: messages that come twice, in the wrong order, or too many. */
import { inFile, type Fault } from '../fault.ts';

const NEGOTIATOR = 'packages/client/src/peer/negotiator.test.ts';
/** Repeats every message, among much else. */
const HOSTILE = inFile(
  'e2e/hostile/fakes/hostile-service.test.ts',
  'a hostile service never makes a client show something false: > %s',
);
const DECIDE = inFile(
  'packages/protocol/src/peer/decide-description.test.ts',
  'an %s > $signalingState, making $isMakingOffer, setting $isSettingRemoteAnswerPending: polite $polite, impolite $impolite',
);

export const NEGOTIATION_FAULTS: readonly Fault[] = [
  {
    id: 50,
    fault: 'A signaling message is unknown.',
    seen: 'It is ignored and logged.',
    how: 'to the service and to the client',
    tests: [
      ...inFile(
        'packages/signaling/src/relay/order.test.ts',
        'invalid, unknown and forbidden messages of a client are ignored without closing the socket',
      ),
      ...inFile(
        'packages/client/src/connection/spec-states.test.ts',
        'section 5: a signaling message of no known shape is ignored and logged',
      ),
    ],
  },
  {
    id: 51,
    fault: 'An answer comes without an offer.',
    seen: 'It is ignored.',
    how: 'at the client, at the device, and as a table',
    tests: [
      ...DECIDE,
      ...inFile(NEGOTIATOR, 'glare > an answer to the offer that was rolled back is ignored'),
      ...inFile(
        'packages/device/src/session/session.test.ts',
        'as a description or candidate does not end the session',
      ),
    ],
  },
  {
    id: 52,
    fault: 'An offer comes twice.',
    seen: 'The second changes nothing.',
    how: 'the same offer again; a hostile service that repeats it',
    tests: [
      ...inFile(
        'packages/client/src/connection/negotiation-inside.test.ts',
        'the channel > the same offer again changes nothing',
      ),
      ...HOSTILE,
    ],
  },
  {
    id: 53,
    fault: 'An answer comes twice.',
    seen: 'The second is ignored.',
    how: 'a hostile service that repeats it; a table',
    tests: [...DECIDE, ...HOSTILE],
  },
  {
    id: 54,
    fault: 'A candidate comes before its offer.',
    seen: 'It waits for the offer and is used.',
    how: 'candidates first, in order',
    tests: [
      ...inFile(
        NEGOTIATOR,
        'candidates > that precede their description are queued and added in order after it',
      ),
      ...inFile(
        'packages/device/src/peer/signals.test.ts',
        'queues early candidates in order, and takes at most MAX_REMOTE_CANDIDATES',
      ),
    ],
  },
  {
    id: 55,
    fault: '10,000 candidates come.',
    seen: 'A limited number is kept; the service closes a flood.',
    how: 'candidates beyond each limit',
    tests: [
      ...inFile(NEGOTIATOR, 'candidates > are queued up to a limit'),
      ...inFile(
        'packages/device/src/peer/signals.test.ts',
        'queues early candidates in order, and takes at most MAX_REMOTE_CANDIDATES',
      ),
      ...inFile(
        'packages/signaling/src/relay/limits.test.ts',
        'a burst of 100 messages is relayed, one more closes with 1008',
        '30 more messages are allowed after each second, and not one more',
      ),
    ],
  },
  {
    id: 56,
    fault: 'Both sides make offers at once, fifty times a second for a minute.',
    seen: 'Both get through each time; no line is doubled and nothing is left.',
    how: '3,000 collisions over fakes; one in Chromium',
    tests: [
      ...inFile(
        'packages/client/src/connection/tracks.test.ts',
        'glare fifty times a second for a minute: each time both get through, on the same lines',
      ),
      ...inFile(
        'e2e/tests/negotiation.spec.ts',
        'when both sides offer at once the client rolls back, and both tracks arrive',
      ),
    ],
  },
  {
    id: 57,
    fault: 'An answer is provisional; an offer has to be taken back.',
    seen: 'A provisional answer is no message of the protocol and is ignored; a track whose answer the browser refuses is given up with an error, and later negotiations go on.',
    how: 'messages of the type `pranswer`; an answer that cannot be applied',
    tests: [
      ...inFile(
        'packages/protocol/src/signaling/signaling-message.test.ts',
        'parseSignalingMessage reports without throwing > %s',
      ),
      ...inFile(
        'packages/client/src/connection/tracks.test.ts',
        'takes the offer back, gives the track up with an error, and later negotiations go on',
      ),
    ],
  },
  {
    id: 58,
    fault: 'A description has 500 media lines.',
    seen: 'It is refused, once in the log, and the session goes on.',
    how: 'one line above the limit, and lines without end',
    tests: [
      ...inFile('packages/device/src/sdp/sdp-media.test.ts', 'rejects a description with too many lines'),
      ...inFile(
        'packages/device/src/session/refused-descriptions.test.ts',
        'logs one warning per client for refused descriptions',
      ),
    ],
  },
  {
    id: 59,
    fault: 'An offer has new ICE credentials.',
    seen: 'The device refuses it, and the connection goes on by the old ones.',
    how: '`restartIce()` in Chromium',
    tests: inFile(
      'e2e/tests/negotiation.spec.ts',
      'an offer with new ICE credentials is refused, and the connection goes on',
    ),
  },
];
