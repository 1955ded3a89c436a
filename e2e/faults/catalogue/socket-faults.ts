/** @module Faults of sockets, and peers that send what no honest one sends. */
import { inFile, type Fault } from '../fault.ts';

const FRAMES = 'packages/signaling/src/relay/frame-violations.test.ts';
const RFC_6455 = 'a socket reacts as RFC 6455 requires to $name';
const LIMITS = 'packages/signaling/src/relay/limits.test.ts';
const GATE = 'packages/signaling/src/request/connection-gate.test.ts';

/** What a person sees of a peer that breaks the rules. */
const CLOSED = 'Its socket is closed with the code of the RFC; no other user is affected.';

export const SOCKET_FAULTS: readonly Fault[] = [
  {
    id: 39,
    fault: 'A TCP connection is half open.',
    seen: 'It is cut after two unanswered pings; its other end gets a close code.',
    how: 'sockets that answer no ping, on a manual clock',
    tests: [
      ...inFile(
        LIMITS,
        'a client that misses two pings is closed, one that answers stays',
        'a device that misses two pings is closed, and its clients get 4003',
      ),
      ...inFile(
        'packages/testing/src/faults/fake-faults.test.ts',
        'half-open > half-open peer connection: requests time out, no state changes, and sent messages stay in the buffer',
      ),
    ],
  },
  {
    id: 40,
    fault: 'A TCP connection is reset inside a frame.',
    seen: 'The socket ends; no other user is affected.',
    how: 'RST after each part of a frame',
    tests: inFile(
      FRAMES,
      'a socket ends after %s and a reset',
      'a socket ends after %s and the end of the data',
    ),
  },
  {
    id: 41,
    fault: 'The headers of a request come slowly.',
    seen: 'Disconnected at the limit with 408.',
    how: 'a byte every 20 ms on a real socket',
    tests: inFile(
      GATE,
      'a slow sender of %s is disconnected',
      'headers that are slow but within the limit get a response',
    ),
  },
  {
    id: 42,
    fault: 'A body or a frame comes byte by byte.',
    seen: 'A body is disconnected at its limit; a frame that is complete in the end counts.',
    how: 'single bytes on a real socket',
    tests: [
      ...inFile(GATE, 'a slow sender of a body is disconnected'),
      ...inFile(FRAMES, 'a valid frame that arrives byte by byte is accepted'),
    ],
  },
  {
    id: 43,
    fault: 'A client never reads.',
    seen: 'It is disconnected at a bounded amount; its device goes on with others.',
    how: 'a paused socket under a flood; a paused stream in a page',
    tests: [
      ...inFile(LIMITS, 'a client that does not read is disconnected, and its device continues with others'),
      ...inFile(
        'e2e/tests/streams.spec.ts',
        "${way}: a reader that stops applies back pressure, or ends with an error, and the device's memory stays small",
      ),
      ...inFile(
        'packages/device/src/peer/safe-channel.test.ts',
        'all channels of one client share one send limit',
      ),
    ],
  },
  {
    id: 44,
    fault: 'A frame is larger than allowed.',
    seen: CLOSED,
    how: 'frames of one byte too many, and frames that claim up to 2^64 bytes',
    tests: [
      ...inFile(FRAMES, RFC_6455),
      ...inFile(LIMITS, 'a frame of 64 KiB is relayed, one byte more closes with 1009'),
      ...inFile(
        'e2e/tests/hostile-client.spec.ts',
        'a message over the maximum size on a channel "${label}" does not disturb other clients',
      ),
    ],
  },
  {
    id: 45,
    fault: 'A message has 100,000 fragments.',
    seen: 'The socket is closed at the 129th.',
    how: 'fragments of a byte each',
    tests: [
      ...inFile(LIMITS, 'a message of 128 fragments is accepted, one more closes with 1008'),
      ...inFile(FRAMES, RFC_6455),
    ],
  },
  {
    id: 46,
    fault: 'A compressed message would expand to far more.',
    seen: 'Nothing is decompressed: the service agrees to no compression and closes a compressed frame.',
    how: 'a client that offers compression; frames with the reserved bit',
    tests: [
      ...inFile(LIMITS, 'frames are not compressed, whatever the peer offers'),
      ...inFile(FRAMES, RFC_6455),
    ],
  },
  {
    id: 47,
    fault: 'Text is not UTF-8.',
    seen: 'Closed with 1007; no other user is affected.',
    how: 'sixteen invalid sequences, whole and split',
    tests: [
      ...inFile(FRAMES, RFC_6455, "a client's violation ends its session at the device too: %s"),
      ...inFile(
        'packages/signaling/src/http/bodies.test.ts',
        'invalid UTF-8, a wrong Content-Length and a missing content type are rejected',
      ),
    ],
  },
  {
    id: 48,
    fault: 'JSON is malformed.',
    seen: 'Ignored or refused; the session goes on.',
    how: 'random text and JSON by a seed, to every parser',
    tests: [
      ...inFile(
        'packages/protocol/src/signaling/signaling-message.property.test.ts',
        'parseSignalingMessage returns a message or a reason for any text',
      ),
      ...inFile(
        'packages/device/src/session/session.test.ts',
        'as signaling text does not end the session, before or after it connects',
        'as a request does not end the session, nor does a throwing handler or an oversized response',
      ),
      ...inFile(
        'packages/signaling/src/http/bodies.test.ts',
        'arbitrary JSON to any route gets a response that matches its schema, never an internal error',
      ),
      ...inFile(
        'e2e/tests/hostile-client.spec.ts',
        'garbage on every channel does not disturb other clients',
      ),
    ],
  },
  {
    id: 49,
    fault: 'CBOR is malformed.',
    seen: 'The request is answered with an error; nothing else happens.',
    how: 'random bytes by a seed',
    tests: [
      ...inFile(
        'packages/protocol/src/cbor/cbor.test.ts',
        'decodeCbor returns a value or throws ERR_CBOR for any bytes',
      ),
      ...inFile(
        'packages/device/src/coap/request-body.test.ts',
        'any payload in any content format is answered, and only what the schema accepts reaches the handler',
      ),
      ...inFile('packages/device/src/fuzz.test.ts', 'a device answers after every attack of the fuzz run'),
    ],
  },
];
