/** @module Faults of requests: answers without a request, that are too large, or that never come. */
import { inFile, type Fault } from '../fault.ts';

const JSON_FRAMING = 'packages/client/src/coap/json-framing.test.ts';

export const REQUEST_FAULTS: readonly Fault[] = [
  {
    id: 78,
    fault: 'An answer comes to an unknown or finished request.',
    seen: 'It is ignored and logged.',
    how: 'answers with another id, twice, and after the time limit',
    tests: [
      ...inFile(
        JSON_FRAMING,
        'an unknown request id is ignored and logged',
        'a JSON request ends with > the time limit of the channel, and an answer that comes after it',
      ),
      ...inFile(
        'packages/client/src/coap/binary/coap-link.test.ts',
        'an answer to no open request is ignored and logged: %s',
      ),
      ...inFile(
        'packages/client/src/coap/request-table.test.ts',
        'an id settles once, and an unknown one not at all',
      ),
    ],
  },
  {
    id: 79,
    fault: 'An answer has 10 MiB.',
    seen: 'Delivered in blocks, or refused at the limit of either side with an error that says so.',
    how: 'large answers in both framings',
    tests: [
      ...inFile(
        'packages/client/src/coap/binary/blocks.test.ts',
        'a large payload is sent and received completely, and progress is reported',
        'refuses an answer beyond the memory limit',
      ),
      ...inFile(
        'packages/device/src/coap/coap-channel.test.ts',
        'that are too large to send become a 500, because a larger message would end the process',
      ),
      ...inFile('e2e/tests/observe.spec.ts', 'a mebibyte is transferred each way, with progress'),
    ],
  },
  {
    id: 80,
    fault: 'The device never answers.',
    seen: 'The request ends at its time limit.',
    how: 'a device without an answer, on a manual clock and in Chromium',
    tests: [
      ...inFile(JSON_FRAMING, 'the time limit of one request'),
      ...inFile('e2e/tests/requests.spec.ts', 'a request that is never answered ends with its time limit'),
      ...inFile(
        'packages/client/src/coap/binary/coap-link.test.ts',
        'a silent device is pinged, and counts as gone after two unanswered Pings',
      ),
    ],
  },
  {
    id: 81,
    fault: 'The channel closes with a hundred requests open.',
    seen: 'Each ends once: answered, or with an error that says whether it was sent; a session repeats only what is safe.',
    how: 'a channel closed under a hundred requests',
    tests: [
      ...inFile(
        JSON_FRAMING,
        'a hundred requests when the channel closes: each ends once, and those without an answer were sent',
      ),
      ...inFile(
        'packages/client/src/session/live-session.test.ts',
        'does not repeat a lost POST that may have arrived, and rejects with ERR_OUTCOME_UNKNOWN',
        'repeats a lost GET that may have arrived',
      ),
      ...inFile(
        'packages/device/src/coap/open-requests.test.ts',
        'the end of the channel refuses waiting requests and releases what they took',
      ),
    ],
  },
];
