/** @module The connection itself, made as an application makes it: pairs, DTLS, channel, identity, user, codecs. */
import type { IceServer } from '@longwire/protocol';
import { createConnection } from '../../create-connection.ts';
import type { ClosePolicy } from '../../connection/close-policy.ts';
import type { Connection } from '../../connection/connection.ts';
import { checkCodecs, judgeBrokenCodecs, type CodecCheck } from './check-codecs.ts';
import { checkIdentity, checkUser, judgeLogin, judgeUnproven } from './check-identity.ts';
import { skipAll } from './check-service.ts';
import type { DiagnosisTerms } from './diagnose-options.ts';
import { skipped, type Verdict } from './finding.ts';
import { serverKind } from './judge-network.ts';
import { judgePeer } from './judge-peer.ts';
import { PeerWitnesses } from './peer-witness.ts';
import { within, type Limits } from './within.ts';

/** What fails is to be looked at: a bad second is no end here. */
const PATIENT: ClosePolicy = {
  iceStates: ['closed', 'failed'],
  disconnectedGraceMs: 5000,
  onSignalingLoss: 'stay',
};

/** Connecting may take this many steps' time: the way, the handshake, the channel. */
const CONNECT_STEPS_ALLOWED = 2;

/** Connects, looks at everything, and closes. */
export async function* checkDevice(
  terms: DiagnosisTerms,
  servers: readonly IceServer[],
  limits: Limits,
): AsyncGenerator<Verdict, void, undefined> {
  const { resolved, given } = terms;
  const { clock } = resolved;
  const witnesses = new PeerWitnesses(resolved.RTCPeerConnection, clock, given.showsAddresses === true);
  const connection = createConnection({
    ...terms.connection,
    closePolicy: PATIENT,
    connectTimeoutMs: limits.limitMs * CONNECT_STEPS_ALLOWED,
    RTCPeerConnection: witnesses.RTCPeerConnection,
  });
  try {
    const error = await connect(connection, witnesses, limits);
    const isRelayOffered = servers.some(({ urls }) => urls.some((url) => serverKind(url) !== 'stun'));
    yield* judgePeer({ error, story: witnesses.story, isRelayOffered });
    if (error === undefined) yield* checkTalk(connection, witnesses, terms, limits);
    else yield* skipAll(['identity', 'user', 'codecs'], 'there is no connection to the device');
  } finally {
    witnesses.close();
    await connection[Symbol.asyncDispose]();
  }
}

/** Resolves with why it did not connect; rejects only when the caller gave up. */
async function connect(connection: Connection, witnesses: PeerWitnesses, limits: Limits): Promise<unknown> {
  const { signal } = limits;
  try {
    await connection.connect({ signal });
    await within(limits, async (each) => await witnesses.lookAtWay(each));
    return undefined;
  } catch (error) {
    if (signal?.aborted) throw error;
    return error;
  }
}

async function* checkTalk(
  connection: Connection,
  witnesses: PeerWitnesses,
  { fingerprint, given }: DiagnosisTerms,
  limits: Limits,
): AsyncGenerator<Verdict, void, undefined> {
  const identity =
    (await within(limits, async (signal) => await checkIdentity(connection, fingerprint, signal))) ??
    judgeUnproven(undefined);
  yield identity;
  if (identity.kind === 'bad') {
    yield* skipAll(['user', 'codecs'], 'nothing is said to a device that did not prove who it is');
    return;
  }
  yield (
    (await within(limits, async (signal) => await checkUser(connection, given.credentials, signal))) ??
      judgeLogin(undefined)
  );
  const negotiated = async (signal: AbortSignal): Promise<void> => await witnesses.negotiated(signal);
  yield await checkTracks({ connection, tracks: given.tracks, negotiated }, limits);
}

async function checkTracks(check: CodecCheck, limits: Limits): Promise<Verdict> {
  if (check.tracks?.length === 0) return skipped('codecs', 'no tracks were asked for', 'not-asked');
  try {
    const verdict = await within(limits, async (signal) => await checkCodecs(check, signal));
    return verdict ?? judgeBrokenCodecs(undefined);
  } catch (error) {
    if (limits.signal?.aborted) throw error;
    return judgeBrokenCodecs(error);
  }
}
