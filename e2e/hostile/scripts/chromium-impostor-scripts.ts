/** @module The service poses as the device, for a real Chromium. */
import type { HostileScript } from '../script.ts';
import { ALL_CHALLENGES, impostorScript, outcomesOf } from './impostor-scripts.ts';

const where = 'chromium';

/** Each answer to the challenge and to the login, to each client; very old devices; stored keys. */
export const CHROMIUM_IMPOSTOR_SCRIPTS: readonly HostileScript[] = [
  ...ALL_CHALLENGES.map((challenge) =>
    impostorScript({
      where,
      client: 'connection',
      behaviour: { challenge, login: 'accepted' },
      title: `challenge, ${challenge}`,
      allowed: outcomesOf(challenge),
      steps: ['change the password'],
    }),
  ),
  ...(['own key', 'relayed', 'none'] as const).flatMap((challenge) => [
    impostorScript({
      where,
      client: 'session',
      behaviour: { challenge, login: 'accepted' },
      title: `challenge, ${challenge}`,
      allowed: outcomesOf(challenge),
      steps: [],
    }),
    impostorScript({
      where,
      client: 'session',
      remotePeer: 'impostor at the second connection',
      allowed: ['verified', ...outcomesOf(challenge)],
      behaviour: { challenge, login: 'accepted' },
      title: `second connection after "lose signaling"; challenge, ${challenge}`,
      steps: ['lose signaling', 'visit again'],
    }),
    impostorScript({
      where,
      client: 'console',
      behaviour: { challenge, login: 'accepted' },
      title: `challenge, ${challenge}`,
      allowed: outcomesOf(challenge),
      steps: ['visit again'],
    }),
  ]),
  ...(['relayed', 'guessed', 'accepted', 'not there'] as const).map((login) =>
    impostorScript({
      where,
      client: 'connection',
      knows: 'nothing',
      behaviour: { challenge: 'own key', login },
      title: `no key stored; login, ${login}`,
      steps: ['change the password'],
    }),
  ),
  ...(['administrator', 'another user'] as const).flatMap((who) =>
    (['accepted', 'not there', 'throttled'] as const).map((login) =>
      impostorScript({
        where,
        client: 'console',
        knows: 'nothing',
        behaviour: { challenge: 'own key', who, login },
        title: `who, ${who}; login, ${login}`,
        steps: [],
      }),
    ),
  ),
  impostorScript({
    where,
    client: 'console',
    knows: 'nothing',
    behaviour: { challenge: 'none', login: 'not there', others: 'welcome' },
    allowed: ['connected'],
    title: 'no key stored; the person is about to invite someone',
    steps: ['invite someone'],
  }),
  impostorScript({
    where,
    client: 'connection',
    behaviour: { challenge: 'relayed', login: 'accepted' },
    title: "offers again with the device's certificate",
    allowed: ['stopped'],
    steps: ["offer with the device's certificate"],
  }),
  ...(['connection', 'session', 'console'] as const).map((client) =>
    impostorScript({
      where,
      client,
      device: 'deployed-unbound',
      behaviour: { challenge: 'relayed', login: 'accepted' },
      title: 'very old device relayed',
      steps: [],
    }),
  ),
  impostorScript({
    where,
    client: 'console',
    knows: 'first key',
    bait: "link with the impostor's key",
    behaviour: { challenge: 'own key', login: 'accepted' },
    title: "first key kept; link with the impostor's key",
    allowed: ['stopped'],
    steps: [],
  }),
  impostorScript({
    where,
    client: 'console',
    knows: 'proved key',
    bait: "link with the impostor's key",
    behaviour: { challenge: 'own key', login: 'accepted' },
    title: "proved key kept; link with the impostor's key",
    allowed: ['stopped'],
    steps: [],
  }),
  impostorScript({
    where,
    client: 'console',
    knows: 'first key',
    behaviour: { challenge: 'own key', login: 'accepted' },
    title: 'first key kept; second visit; challenge, own key',
    allowed: ['stopped'],
    steps: [],
  }),
];
