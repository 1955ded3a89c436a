/** @module A browser's stored key against links and files with another key, another service or another token. */
import type { ImpostorBehaviour } from '../impostor-behaviour.ts';
import {
  script,
  type Bait,
  type RemotePeer,
  type HostileScript,
  type Knowledge,
  type Outcome,
} from '../script.ts';
import { impostorScript } from './impostor-scripts.ts';

const OWN_KEY: ImpostorBehaviour = {
  challenge: 'own key',
  who: 'administrator',
  login: 'accepted',
  others: 'relayed',
};

interface Trap {
  readonly bait: Bait;
  readonly remotePeer: RemotePeer;
}

const KEYS: readonly Trap[] = [
  { bait: "link with the impostor's key", remotePeer: 'impostor' },
  { bait: "file with the impostor's key", remotePeer: 'impostor' },
  { bait: "link with the impostor's key at another service", remotePeer: 'impostor at another service' },
  { bait: "link with the impostor's key", remotePeer: 'device' },
];
const WAYS: readonly Trap[] = [
  { bait: 'link to another service', remotePeer: 'impostor at another service' },
  { bait: 'file with another service', remotePeer: 'impostor at another service' },
  { bait: 'link with another token', remotePeer: 'impostor' },
];
/** The device remains the stored one, or the person is stopped. */
const MAY_STAY: readonly Outcome[] = ['verified', 'logged in', 'stopped', 'no connection'];
const REFUSED: readonly Outcome[] = ['stopped', 'no connection'];

function trapScript(
  knows: Knowledge,
  { bait, remotePeer }: Trap,
  behaviour: Partial<ImpostorBehaviour>,
): HostileScript {
  const impostor = { ...OWN_KEY, ...behaviour };
  const answers = remotePeer === 'device' ? 'the real device answers' : `impostor, ${impostor.challenge}`;
  return impostorScript({
    client: 'console',
    knows,
    bait,
    remotePeer,
    allowed: remotePeer === 'impostor' ? REFUSED : MAY_STAY,
    behaviour: impostor,
    title: `${knows} kept; ${bait}; ${answers}`,
    steps: ['visit again', 'visit again'],
  });
}

/** Baits for a browser with a stored key. */
export const KEPT_KEY_SCRIPTS: readonly HostileScript[] = [
  ...(['first key', 'proved key'] as const).flatMap((knows) => [
    ...KEYS.map((trap) => trapScript(knows, trap, {})),
    ...WAYS.flatMap((trap) =>
      (['own key', 'relayed', 'none'] as const).map((challenge) => trapScript(knows, trap, { challenge })),
    ),
  ]),
  ...(['own key', 'relayed', 'relayed, claims removed', 'none', 'no token'] as const).map((challenge) =>
    impostorScript({
      client: 'console',
      knows: 'first key',
      behaviour: { challenge, login: 'accepted' },
      allowed: challenge === 'own key' ? ['stopped'] : REFUSED,
      title: `first key kept; second visit; challenge, ${challenge}`,
      steps: ['visit again'],
    }),
  ),
  ...(['first key', 'proved key'] as const).map((knows) =>
    impostorScript({
      client: 'console',
      knows,
      device: 'deployed-unbound',
      bait: 'link to another service',
      remotePeer: 'impostor at another service',
      allowed: MAY_STAY,
      behaviour: { challenge: 'relayed' },
      title: `${knows} of a very old device kept; link to another service; its proof relayed`,
      steps: ['visit again'],
    }),
  ),
  script({
    name: 'console: first key kept; the device answers as before',
    attack: 'The service repeats every login; the device behind it is stored with its first key.',
    allowed: ['verified', 'logged in'],
    client: 'console',
    knows: 'first key',
    tamperings: [
      { message: { kind: 'login', direction: 'toDevice' }, from: 'start', act: { verb: 'repeat' } },
    ],
    steps: ['ask for tracks'],
  }),
];
