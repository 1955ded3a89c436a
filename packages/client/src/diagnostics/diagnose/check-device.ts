/** @module Checks the connection as an application makes it: pairs, DTLS, channel, identity, user, codecs, line. */
import type { IceServer } from '@longwire/protocol';
import { createConnection } from '../../create-connection.ts';
import type { ClosePolicy } from '../../connection/close-policy.ts';
import type { Connection } from '../../connection/connection.ts';
import { checkCodecs, judgeBrokenCodecs, type CodecCheck } from './check-codecs.ts';
import { checkIdentity, checkUser, judgeLogin, judgeUnproven } from './check-identity.ts';
import { checkLine, type LineCheck } from './check-line.ts';
import { skipAll } from './check-service.ts';
import type { DiagnosisTerms } from './diagnose-options.ts';
import { skipped, type Verdict } from './finding.ts';
import { serverKind } from './judge-network.ts';
import { judgePeer } from './judge-peer.ts';
import { PeerRecorders } from './peer-recorder.ts';
import { withTimeout, type Limits } from './with-timeout.ts';

/** A policy that tolerates short failures, so that they can be examined. */
const PATIENT: ClosePolicy = {
  iceStates: ['closed', 'failed'],
  disconnectedGraceMs: 5000,
  onSignalingLoss: 'stay',
};

/** Time limit of connecting, in step time limits: it covers ICE, DTLS and the channel. */
const CONNECT_STEPS_ALLOWED = 2;

/** Connects, runs all checks and closes. */
export async function* checkDevice(
  terms: DiagnosisTerms,
  servers: readonly IceServer[],
  limits: Limits,
): AsyncGenerator<Verdict, void, undefined> {
  const { resolved, given } = terms;
  const { clock } = resolved;
  const recorders = new PeerRecorders(resolved.RTCPeerConnection, clock, given.showsAddresses === true);
  const connection = createConnection({
    ...terms.connection,
    closePolicy: PATIENT,
    connectTimeoutMs: limits.limitMs * CONNECT_STEPS_ALLOWED,
    RTCPeerConnection: recorders.RTCPeerConnection,
  });
  try {
    const error = await connect(connection, recorders, limits);
    const isRelayOffered = servers.some(({ urls }) => urls.some((url) => serverKind(url) !== 'stun'));
    yield* judgePeer({ error, result: recorders.result, isRelayOffered });
    if (error === undefined) yield* checkConnected(connection, recorders, terms, limits);
    else yield* skipAll(['identity', 'user', 'codecs', 'line'], 'there is no connection to the device');
  } finally {
    recorders.close();
    await connection[Symbol.asyncDispose]();
  }
}

/** Resolves with the connect error, if any; rejects only when the caller aborts. */
async function connect(connection: Connection, recorders: PeerRecorders, limits: Limits): Promise<unknown> {
  const { signal } = limits;
  try {
    await connection.connect({ signal });
    await withTimeout(limits, async (each) => await recorders.recordPath(each));
    return undefined;
  } catch (error) {
    if (signal?.aborted) throw error;
    return error;
  }
}

async function* checkConnected(
  connection: Connection,
  recorders: PeerRecorders,
  { fingerprint, given }: DiagnosisTerms,
  limits: Limits,
): AsyncGenerator<Verdict, void, undefined> {
  const identity =
    (await withTimeout(limits, async (signal) => await checkIdentity(connection, fingerprint, signal))) ??
    judgeUnproven(undefined);
  yield identity;
  if (identity.kind === 'bad') {
    yield* skipAll(['user', 'codecs', 'line'], 'skipped, because the device did not prove its identity');
    return;
  }
  yield (
    (await withTimeout(limits, async (signal) => await checkUser(connection, given.credentials, signal))) ??
      judgeLogin(undefined)
  );
  const negotiated = async (signal: AbortSignal): Promise<void> => await recorders.negotiated(signal);
  const codecs = await checkTracks({ connection, tracks: given.tracks, negotiated }, limits);
  yield codecs;
  if (codecs.kind === 'good') yield await checkRate({ connection, clock: limits.clock }, limits);
  else yield skipped('line', 'no track is played');
}

async function checkTracks(check: CodecCheck, limits: Limits): Promise<Verdict> {
  if (check.tracks?.length === 0) return skipped('codecs', 'no tracks were asked for', 'not-asked');
  try {
    const verdict = await withTimeout(limits, async (signal) => await checkCodecs(check, signal));
    return verdict ?? judgeBrokenCodecs(undefined);
  } catch (error) {
    if (limits.signal?.aborted) throw error;
    return judgeBrokenCodecs(error);
  }
}

function lineUnreported(): Verdict {
  return skipped('line', 'the device stopped reporting what its network carries');
}

async function checkRate(check: LineCheck, limits: Limits): Promise<Verdict> {
  try {
    return (await withTimeout(limits, async (signal) => await checkLine(check, signal))) ?? lineUnreported();
  } catch (error) {
    if (limits.signal?.aborted) throw error;
    return lineUnreported();
  }
}
