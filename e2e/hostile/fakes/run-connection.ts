/** @module An application on a connection, as the client's README has it: connect, verify, log in, use. */
import { createConnection, type Connection } from '@longwire/client';
import { asTrack, FakeTrack } from '@longwire/testing';
import type { Outcome } from '../script.ts';
import { runSteps, type ClientRun, type ClientRunOptions } from './client-run.ts';
import { USER } from './honest-device.ts';
import { pass } from './settle.ts';
import { identityClaims, watch } from '../watch.ts';

/** How long connecting, verifying or logging in may take, in milliseconds. */
const LIMIT_MS = 40_000;

/** Connects and does what the script says. */
export async function runConnection(options: ClientRunOptions): Promise<ClientRun> {
  const { hostile, script, judge } = options;
  const connection = createConnection(hostile.options);
  watch(connection, judge.hear);
  let isStopped = false;
  let wasConnected = false;
  const run: ClientRun = {
    rehear: () => identityClaims(connection).forEach(judge.hear),
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
    if (await within(user)) judge.hear({ kind: 'user', text: (await user).Username });
  }
  run.rehear();
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

/** Whether no one is in the middle: by a proof that names the certificates, or by a login over them. */
function isBound({ identity }: Pick<Connection, 'identity'>): boolean {
  return identity.verified?.bound === true || identity.login !== undefined;
}

function outcomeOf({ state, identity }: Connection, wasConnected: boolean): Outcome {
  if (state !== 'connected') return wasConnected ? 'ended' : 'no connection';
  if (identity.verified?.bound === true) return 'verified';
  return identity.login === undefined ? 'connected' : 'logged in';
}
