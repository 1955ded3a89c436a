/** @module The service poses as the device: its answers to the challenge, to the request for the logged-in user, and to the login. */
import {
  CHALLENGE_ANSWERS,
  impostorWords,
  LOGIN_ANSWERS,
  WHO_ANSWERS,
  type ChallengeAnswer,
  type ImpostorBehaviour,
  type LoginAnswer,
  type WhoAnswer,
} from '../impostor-behaviour.ts';
import { script, type HostileClient, type HostileScript, type Outcome, type RealDevice } from '../script.ts';

/** What a client may show of an impostor: a connection, and no identity. */
const NEVER_BELIEVED: readonly Outcome[] = ['connected', 'ended', 'no connection', 'asked'];

/** Answers to the challenge that prove nothing. */
const NO_EVIDENCE: ReadonlySet<ChallengeAnswer> = new Set(['none', 'error', 'no token']);

/** The outcome of a challenge when the key is stored: a proof of another key stops the client, and no proof leads to no login. */
export function outcomesOf(challenge: ChallengeAnswer): readonly Outcome[] {
  return NO_EVIDENCE.has(challenge) ? ['connected', 'ended', 'no connection'] : ['stopped'];
}

const keys = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => {
  const names: string[] = Object.keys(record);
  return names.filter((name): name is K => name in record);
};

export const ALL_CHALLENGES: readonly ChallengeAnswer[] = keys(CHALLENGE_ANSWERS);
const ALL_WHO: readonly WhoAnswer[] = keys(WHO_ANSWERS);
const ALL_LOGINS: readonly LoginAnswer[] = keys(LOGIN_ANSWERS);

const RELAYING: ImpostorBehaviour = {
  challenge: 'relayed',
  who: 'administrator',
  login: 'relayed',
  others: 'relayed',
};

interface Given extends Partial<HostileScript> {
  readonly client: HostileClient;
  readonly device?: RealDevice;
  readonly behaviour: Partial<ImpostorBehaviour>;
  readonly title: string;
}

/** One script with an impostor. */
export function impostorScript({ behaviour, title, ...given }: Given): HostileScript {
  const impostor = { ...RELAYING, ...behaviour };
  return script({
    name: `${given.client}, impostor: ${title}`,
    attack: `The service terminates the connection itself and poses as the device: it ${impostorWords(impostor)}.`,
    allowed: NEVER_BELIEVED,
    remotePeer: 'impostor',
    impostor,
    steps: ['ask for tracks', 'change the password'],
    ...given,
  });
}

const consoleSteps: HostileScript['steps'] = ['ask for tracks', 'visit again'];

/** Every answer to the challenge, to every client that has the key. */
export const CHALLENGE_SCRIPTS: readonly HostileScript[] = (
  ['connection', 'session', 'console'] as const
).flatMap((client) =>
  ALL_CHALLENGES.map((challenge) =>
    impostorScript({
      client,
      behaviour: { challenge },
      title: `challenge, ${challenge}`,
      allowed: outcomesOf(challenge),
      ...(client === 'console' && { steps: consoleSteps }),
    }),
  ),
);

/** Every answer to the request for the user, with every answer to the login, without a stored key. */
export const LOGIN_SCRIPTS: readonly HostileScript[] = ALL_WHO.flatMap((who) =>
  ALL_LOGINS.map((login) =>
    impostorScript({
      client: 'console',
      knows: 'nothing',
      behaviour: { challenge: 'own key', who, login },
      title: `who, ${who}; login, ${login}`,
      steps: consoleSteps,
    }),
  ),
);

/** The same for an application without a key. */
export const APPLICATION_LOGIN_SCRIPTS: readonly HostileScript[] = (
  ['connection', 'session'] as const
).flatMap((client) =>
  ALL_LOGINS.map((login) =>
    impostorScript({
      client,
      knows: 'nothing',
      behaviour: { login },
      title: `no key stored; login, ${login}`,
    }),
  ),
);

/** A very old device behind the service: its proof is valid for any connection. */
export const OLD_DEVICE_SCRIPTS: readonly HostileScript[] = (
  ['connection', 'session', 'console'] as const
).flatMap((client) =>
  (['administrator', 'relayed'] as const).flatMap((who) =>
    (['relayed', 'accepted'] as const).map((login) =>
      impostorScript({
        client,
        device: 'deployed-unbound',
        behaviour: { challenge: 'relayed', who, login },
        title: `very old device relayed; who, ${who}; login, ${login}`,
        ...(client === 'console' && { steps: consoleSteps }),
      }),
    ),
  ),
);
