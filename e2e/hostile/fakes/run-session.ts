/** @module An application on a session: it verifies the fingerprint and logs in over each of its connections. */
import { createSession, type NetworkPort, type Session, type SessionState } from '@longwire/client';
import { asTrack, FakeTrack } from '@longwire/testing';
import type { Outcome } from '../script.ts';
import { runSteps, type ClientRun, type ClientRunOptions } from './client-run.ts';
import { USER } from './honest-device.ts';
import { pass, passMs } from './settle.ts';
import { identityClaims, watch } from '../watch.ts';

/** Time limit for a session to become ready, in milliseconds. */
const LIMIT_MS = 60_000;

/** Network changes that a test triggers. */
class TestNetwork implements NetworkPort {
  readonly #listeners = new Set<Parameters<NetworkPort['watch']>[0]>();

  watch(listener: Parameters<NetworkPort['watch']>[0]): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  change(): void {
    for (const listener of this.#listeners) listener('changed');
  }
}

/** Starts a session and runs the script. */
export async function runSession(options: ClientRunOptions): Promise<ClientRun> {
  const { hostile, script, checker } = options;
  const network = new TestNetwork();
  const session = createSession({
    ...hostile.options,
    ...(script.knows === 'nothing' ? {} : { fingerprint: hostile.fingerprint }),
    acceptUnbound: script.device === 'deployed-unbound',
    login: (connection, signal) => connection.authenticate(USER, { signal }),
    network,
    random: () => 0.5,
  });
  watch(session, checker.check);
  let wasReady = false;
  session.on('statechange', ({ kind }) => (wasReady ||= kind === 'ready'));
  const run: ClientRun = {
    reevaluate: () => identityClaims(session).forEach(checker.check),
    outcome: () => outcomeOf(session, session.state, wasReady),
    end: () => session.end(),
  };
  await pass(hostile.world, LIMIT_MS, session.ready());
  run.reevaluate();
  await runSteps(options, run, {
    request: (path, method, payload, contentFormat) =>
      session.request(method, path, { payload, contentFormat }),
    talk: () => session.tracks.send(asTrack(new FakeTrack('audio')), 'talk'),
    others: {
      'network change': async () => network.change(),
      'open a stream': () => session.streams.open(80),
      'change the password': async () => {
        const { verified, login } = session.identity;
        if (verified?.bound === true || login !== undefined)
          await session.iam.setPassword(USER.username, 'a new password');
      },
      'visit again': async () => passMs(hostile.world, LIMIT_MS),
    },
  });
  return run;
}

function outcomeOf(session: Session, { kind, reason }: SessionState, wasReady: boolean): Outcome {
  const isOther = reason?.code === 'ERR_WRONG_DEVICE' || reason?.code === 'ERR_DEVICE_UNBOUND';
  if (kind === 'ended') return isOther ? 'stopped' : 'ended';
  if (kind !== 'ready') return wasReady ? 'ended' : 'no connection';
  const { verified, login } = session.identity;
  if (verified?.bound === true) return 'verified';
  return login === undefined ? 'connected' : 'logged in';
}
