/** @module Faults of the line: loss, delay, disorder, narrowness, cuts. */
import { inFile, type Fault } from '../fault.ts';

export const LINE_FAULTS: readonly Fault[] = [
  {
    id: 31,
    fault: 'A tenth, a third or half of the packets is lost.',
    seen: 'Up to 30 % a session connects and is answered; pictures lose no rate to a fifth, and get less from 40 % on.',
    how: 'a cable that loses packets by a seed; a simulated line',
    tests: [
      ...inFile(
        'e2e/tests/lossy-line.spec.ts',
        'with 10 % of the packets lost, 19 of 20 sessions connect and are answered within 20 seconds',
        'with 30 % of the packets lost, ten sessions connect and are answered',
      ),
      ...inFile(
        'packages/device/src/media/bandwidth/loss-control.test.ts',
        'loses no rate when a fifth of %i packets a second is lost at random',
        'falls while two fifths of %i packets a second are lost',
      ),
    ],
    notShown:
      'the share of handshakes at 30 % lost in each direction: of 60 first attempts 56 were ready within their time limit, and all 60 sessions in the end, the slowest after 73 seconds',
  },
  {
    id: 32,
    fault: 'Packets are lost in bursts.',
    seen: 'The picture is back with the next keyframe, which is asked for at once.',
    how: 'cuts of a simulated line; packets left out',
    tests: [
      ...inFile(
        'packages/device/src/media/bandwidth/congestion-control.test.ts',
        'after a cut of %i ms gets a picture at once',
      ),
      ...inFile(
        'packages/device/src/media/rtp-source/rtp-intake.test.ts',
        'a stream > after a lost packet drops frames up to the next keyframe',
      ),
      ...inFile(
        'packages/client/src/session/recovery.test.ts',
        'a connection that recovers within the grace time of ICE disconnected is kept',
      ),
    ],
  },
  {
    id: 33,
    fault: 'Packets take 300 ms, with jitter.',
    seen: 'Connecting takes its round trips and no more; times of pictures hardly move.',
    how: 'a cable that delays each packet differently, by a seed; delayed messages over fakes; a simulated camera',
    tests: [
      ...inFile(
        'e2e/tests/lossy-line.spec.ts',
        'over a line of 300 ms with jitter a session connects, is answered, and shows video that does not stand still',
      ),
      ...inFile(
        'packages/testing/src/faults/fake-faults.test.ts',
        'delay > delayed signaling adds its round trips to connecting, and delayed messages are not leftovers',
      ),
      ...inFile(
        'packages/device/src/media/ffmpeg/run-timeline.test.ts',
        'a delay of the network hardly moves the times',
      ),
    ],
  },
  {
    id: 34,
    fault: 'A quarter of the packets arrive out of order.',
    seen: 'Answers reach their requests, candidates wait for their description, and frames are whole.',
    how: 'reordered messages over fakes, by a seed; swapped RTP packets',
    tests: [
      ...inFile(
        'packages/testing/src/faults/fake-faults.test.ts',
        'reordered answers all arrive, and the same seed gives the same order',
        'a candidate that overtakes its description is kept until the description arrives',
      ),
      ...inFile(
        'packages/device/src/media/rtp-source/rtp-intake.test.ts',
        'a stream > is reordered and deduplicated',
      ),
    ],
  },
  {
    id: 35,
    fault: 'Packets arrive twice.',
    seen: 'Each counts once.',
    how: 'RTP packets, envelopes between nodes and reports of arrival, each twice',
    tests: [
      ...inFile(
        'packages/device/src/media/rtp-source/rtp-intake.test.ts',
        'a stream > is reordered and deduplicated',
      ),
      ...inFile('packages/cluster/src/bus.test.ts', 'a duplicate envelope is handled once'),
      ...inFile(
        'packages/device/src/media/bandwidth/sent-history.test.ts',
        'ignores packets that were never sent, and a second report of the same',
      ),
    ],
  },
  {
    id: 36,
    fault: 'The line is narrow: 1 Mbit/s, and 50 kbit/s.',
    seen: 'The small picture with its sound, requests answered, and the large picture when the line allows it.',
    how: 'a cable of that rate; a simulated line',
    tests: [
      ...inFile(
        'e2e/tests/lossy-line.spec.ts',
        'over a line of 50 kbit/s a session is verified, and requests are answered, also while a picture is asked for',
      ),
      ...inFile(
        'e2e/tests/narrow-line.spec.ts',
        'a line of ${megabits} Mbit/s gets the small picture with its sound, and the large one comes back',
      ),
      ...inFile(
        'packages/device/src/media/bandwidth/congestion-control.test.ts',
        'a camera with two levels > on a line of 50 kbit/s: sends its least rate, and the full level is back within half a minute of a fast line',
      ),
    ],
    notShown: 'a picture at 50 kbit/s: a device sends at least 100 kbit/s, of which such a line loses half',
  },
  {
    id: 37,
    fault: 'The path carries packets of 1,280 bytes, or of 576.',
    seen: 'Over 1,280 bytes it connects, is verified, answers large requests and shows video.',
    how: 'the MTU of the link, in network namespaces',
    tests: inFile(
      'e2e/tests/small-packets.spec.ts',
      'over a path of 1,280 bytes a session is verified, answers a large request and shows video',
    ),
    notShown:
      '576 bytes, because it does not work: a session does not connect in 40 seconds (`ERR_CHANNEL_CLOSED` in each attempt), nor with the library’s smallest MTU at the device, 576 (`ERR_DEVICE_CLOSED`), and below it the library refuses to make a connection. Over 900 bytes it connects and answers large requests, and shows no video. DTLS and RTP have packets of up to 1,200 bytes that may not be fragmented',
  },
  {
    id: 38,
    fault: 'The line is dead for 3, 8 and 20 seconds.',
    seen: 'A request made meanwhile is answered soon after the line works again; the session stays.',
    how: 'packets that lead nowhere, in network namespaces; `CUT_MS=60000` for a minute',
    tests: [
      ...inFile(
        'e2e/tests/session-returns.spec.ts',
        'after a line was cut for ${cutMs / 1000} s, a request is answered as soon as it works again',
      ),
      ...inFile(
        'packages/client/src/session/line-return.test.ts',
        'an attempt that hangs since the line was dead is replaced at once',
      ),
    ],
  },
];
