/** @module The second connection: after a loss, by a prepared one, beside the first, at a later visit. */
import type { ChallengeAnswer } from '../impostor-behaviour.ts';
import { script, type HostileScript, type Outcome, type Step } from '../script.ts';
import type { Tampering } from '../tampering.ts';
import { impostorScript, outcomesOf } from './impostor-scripts.ts';
import { VERIFIED_OR_NOTHING } from './message-scripts.ts';

const LATER: readonly ChallengeAnswer[] = [
  'own key',
  'relayed',
  'relayed, claims removed',
  'an earlier token',
  'none',
];
const LOSSES: readonly Step[] = ['lose the path', 'network change', 'lose signaling'];

/** A first connection that is not lost continues when the second one is refused. */
function secondOutcomes(loss: Step, challenge: ChallengeAnswer): readonly Outcome[] {
  return loss === 'lose the path' ? outcomesOf(challenge) : ['verified', ...outcomesOf(challenge)];
}

const prepared = (name: string, attack: string, tampering: Tampering): HostileScript =>
  script({
    name: `connection, prepared: ${name}`,
    attack,
    allowed: VERIFIED_OR_NOTHING,
    steps: ['prepare first', 'ask for tracks'],
    tamperings: [tampering],
  });

/** Scripts of every further connection. */
export const RETURN_SCRIPTS: readonly HostileScript[] = [
  ...LOSSES.flatMap((loss) =>
    LATER.map((challenge) =>
      impostorScript({
        client: 'session',
        remotePeer: 'impostor at the second connection',
        allowed: secondOutcomes(loss, challenge),
        behaviour: { challenge },
        title: `second connection after "${loss}"; challenge, ${challenge}`,
        steps: ['ask for tracks', loss, 'visit again'],
      }),
    ),
  ),
  ...LATER.map((challenge) =>
    impostorScript({
      client: 'console',
      remotePeer: 'impostor at the second connection',
      allowed: outcomesOf(challenge),
      behaviour: { challenge },
      title: `second connection after "lose the path"; challenge, ${challenge}`,
      steps: ['lose the path', 'visit again'],
    }),
  ),
  prepared('answer lost', 'The service loses the answer to an offer that was prepared.', {
    message: { kind: 'answer', direction: 'toClient' },
    from: 'start',
    act: { verb: 'drop' },
  }),
  prepared('answer changed', 'The service changes the certificate in the answer to a prepared offer.', {
    message: { kind: 'answer', direction: 'toClient' },
    from: 'start',
    act: { verb: 'rewrite', rewrite: 'foreign certificate' },
  }),
  prepared('servers changed', 'The service sends TURN servers of the attacker to a prepared connection.', {
    message: { kind: 'turn reply', direction: 'toClient' },
    from: 'start',
    act: { verb: 'rewrite', rewrite: 'servers of a stranger' },
  }),
  prepared('login repeated', 'The service logs a connection that is prepared in twice.', {
    message: { kind: 'login', direction: 'toDevice' },
    from: 'start',
    act: { verb: 'repeat' },
  }),
  impostorScript({
    client: 'connection',
    behaviour: { challenge: 'relayed' },
    title: 'prepared connection; challenge, relayed',
    allowed: ['stopped'],
    steps: ['prepare first', 'ask for tracks'],
  }),
];
