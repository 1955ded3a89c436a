/** @module An application on a connection, as in the client's README: connect, verify, log in, use. */
import { createConnection, type Connection } from '@longwire/client';
import { asTrack, FakeTrack } from '@longwire/testing';
import type { Outcome } from '../script.ts';
import { runSteps, type ClientRun, type ClientRunOptions } from './client-run.ts';
import { USER } from './honest-device.ts';
import { pass } from './settle.ts';
import { identityClaims, watch } from '../watch.ts';

/** Time limit for connecting, verifying or logging in, in milliseconds. */
const LIMIT_MS = 40_000;

/** Connects and runs the script. */
export async function runConnection(options: ClientRunOptions): Promise<ClientRun> {
  const { hostile, script, checker } = options;
  const connection = createConnection(hostile.options);
  watch(connection, checker.check);
  let isStopped = false;
  let wasConnected = false;
  const run: ClientRun = {
    reevaluate: () => identityClaims(connection).forEach(checker.check),
    outcome: () => (isStopped ? 'stopped' : outcomeOf(connection, wasConnected)),
    end: async () => connection.close(),
  };
  const within = async (task: Promise<unknown>): Promise<boolean> => {
    const isFine = task.then(
      () => true,
      () => false,
    );
    return (await pass(hostile.world, LIMIT_MS, task)) && (await isFine);
  };
  if (script.steps.includes('prepare first')) await within(connection.prepare());
  wasConnected = await within(connection.connect());
  if (!wasConnected) return run;
  if (script.knows !== 'nothing') {
    const verdict = connection.verifyFingerprint(hostile.fingerprint);
    if (!(await within(verdict))) return run;
    isStopped = !(await verdict).valid;
  }
  if (isStopped) {
    await connection.close();
    return run;
  }
  await within(connection.authenticate(USER));
  if (isBound(connection)) {
    const user = connection.iam.getMe();
    if (await within(user)) checker.check({ kind: 'user', text: (await user).Username });
  }
  run.reevaluate();
  await runSteps(options, run, {
    request: (path, method, payload, contentFormat) =>
      connection.request(method, path, { payload, contentFormat }),
    talk: () => connection.addTrack(asTrack(new FakeTrack('audio')), 'talk'),
    others: {
      'prepare first': async () => undefined,
      'open a stream': () => connection.openStream(80),
      'change the password': () =>
        isBound(connection) ? connection.iam.setPassword(USER.username, 'a new password') : Promise.resolve(),
    },
  });
  return run;
}

/** Whether a man in the middle is excluded: by a proof that contains the certificates, or by a login over them. */
function isBound({ identity }: Pick<Connection, 'identity'>): boolean {
  return identity.verified?.bound === true || identity.login !== undefined;
}

function outcomeOf({ state, identity }: Connection, wasConnected: boolean): Outcome {
  if (state !== 'connected') return wasConnected ? 'ended' : 'no connection';
  if (identity.verified?.bound === true) return 'verified';
  return identity.login === undefined ? 'connected' : 'logged in';
}
