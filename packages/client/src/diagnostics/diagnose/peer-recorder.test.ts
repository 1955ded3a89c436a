/** @module The path of a connection is recorded even if the browser's first report is from before a pair was selected. */
import { createFakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { PeerRecorders } from './peer-recorder.ts';

const PAIR = { id: 'P', type: 'candidate-pair', localCandidateId: 'L', remoteCandidateId: 'R' };
const CANDIDATES = ['L', 'R'].map((id) => ({
  id,
  type: 'candidate',
  candidateType: 'host',
  protocol: 'udp',
}));
const BEFORE = [
  { id: 'T', type: 'transport', dtlsState: 'new' },
  { ...PAIR, state: 'in-progress' },
];
const AFTER = [
  { id: 'T', type: 'transport', dtlsState: 'connected', selectedCandidatePairId: 'P' },
  { ...PAIR, state: 'succeeded' },
  ...CANDIDATES,
];

/** The recorded path when the browser returns the given reports in turn and then repeats the last. */
async function waySeen(...reports: (readonly { readonly id: string }[])[]): Promise<unknown> {
  const { clock, options } = await createFakeWorld();
  const recorders = new PeerRecorders(options.RTCPeerConnection, clock, false);
  const peer = new recorders.RTCPeerConnection();
  peer.getStats = async () => {
    const [report = []] = reports.length > 1 ? reports.splice(0, 1) : reports;
    return new Map<string, unknown>(report.map((entry) => [entry.id, entry]));
  };
  const looking = recorders.recordPath(new AbortController().signal);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(100);
  await looking;
  recorders.close();
  peer.close();
  return recorders.result?.path;
}

test('reads a second report if the first was from before a pair was selected', async () => {
  expect(await waySeen(BEFORE, AFTER)).toMatchObject({ kind: 'same-network', protocol: 'udp' });
  expect(await waySeen(AFTER)).toMatchObject({ kind: 'same-network', protocol: 'udp' });
});

test('reads only one report in a browser that does not report transports', async () => {
  expect(await waySeen([], AFTER)).toBeUndefined();
});
