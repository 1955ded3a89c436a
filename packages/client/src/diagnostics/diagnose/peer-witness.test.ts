/** @module The way of a connection is seen also where the browser's first report is one of before there was a way. */
import { createFakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { PeerWitnesses } from './peer-witness.ts';

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

/** The way that is seen where the browser gives one report after the other, and the last again and again. */
async function waySeen(...reports: (readonly { readonly id: string }[])[]): Promise<unknown> {
  const { clock, options } = await createFakeWorld();
  const witnesses = new PeerWitnesses(options.RTCPeerConnection, clock, false);
  const peer = new witnesses.RTCPeerConnection();
  peer.getStats = async () => {
    const [report = []] = reports.length > 1 ? reports.splice(0, 1) : reports;
    return new Map<string, unknown>(report.map((entry) => [entry.id, entry]));
  };
  const looking = witnesses.lookAtWay(new AbortController().signal);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(100);
  await looking;
  witnesses.close();
  peer.close();
  return witnesses.story?.path;
}

test('a report of before there was a way is not the last that is looked at', async () => {
  expect(await waySeen(BEFORE, AFTER)).toMatchObject({ kind: 'same-network', protocol: 'udp' });
  expect(await waySeen(AFTER)).toMatchObject({ kind: 'same-network', protocol: 'udp' });
});

test('a browser that tells nothing of transports is looked at once', async () => {
  expect(await waySeen([], AFTER)).toBeUndefined();
});
