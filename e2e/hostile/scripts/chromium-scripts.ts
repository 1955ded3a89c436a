/** @module The scripts that run in a real Chromium, with real DTLS, a real device and the real console. */
import type { MessageClass } from '../message-kind.ts';
import { script, type HostileScript, type Step } from '../script.ts';
import { CHROMIUM_IMPOSTOR_SCRIPTS } from './chromium-impostor-scripts.ts';
import {
  messageScripts,
  VERIFIED_OR_ENDED,
  VERIFIED_OR_NOTHING,
  type MessageAttack,
} from './message-scripts.ts';
import {
  BUNDLES,
  CANDIDATE_ATTACKS,
  CERTIFICATES,
  FIRST_DESCRIPTION_ATTACKS,
  forgedOfferScripts,
  HANDSHAKE_ATTACKS,
  LATER_REWRITE_ATTACKS,
  rewriteScripts,
} from './rewrite-scripts.ts';
import { NAMES } from './track-scripts.ts';

const where = 'chromium';
const toDevice = (kind: MessageClass['kind']): MessageClass => ({ kind, direction: 'toDevice' });
const toClient = (kind: MessageClass['kind']): MessageClass => ({ kind, direction: 'toClient' });
const tracks: readonly Step[] = ['ask for tracks'];

const MESSAGES: readonly MessageAttack[] = [
  { message: toDevice('login'), from: 'start', verbs: ['drop', 'repeat'] },
  { message: toDevice('turn request'), from: 'start', verbs: ['drop', 'repeat'] },
  { message: toDevice('offer'), from: 'start', verbs: ['drop', 'repeat', 'delay', 'exchange'] },
  { message: toDevice('candidate'), from: 'start', verbs: ['drop', 'repeat', 'delay'] },
  { message: toClient('login reply'), from: 'start', verbs: ['drop', 'repeat', 'reflect'] },
  { message: toClient('turn reply'), from: 'start', verbs: ['drop', 'delay', 'reflect'] },
  { message: toClient('answer'), from: 'start', verbs: ['drop', 'repeat', 'delay', 'exchange', 'reflect'] },
];
const LATER_MESSAGES: readonly MessageAttack[] = [
  { message: toClient('candidate'), from: 'start', verbs: ['drop', 'repeat', 'delay'] },
  { message: toClient('offer'), from: 'verified', verbs: ['drop', 'repeat', 'delay', 'reflect'] },
  { message: toDevice('answer'), from: 'verified', verbs: ['drop', 'repeat', 'delay'] },
];

const OFFER = toDevice('offer');
const early = (name: string, attack: string, tampering: HostileScript['tamperings'][number]): HostileScript =>
  script({
    name: `connection, early/1: ${name}`,
    attack,
    allowed: [...VERIFIED_OR_NOTHING, 'stopped'],
    where,
    isEarly: true,
    steps: tracks,
    tamperings: [tampering],
  });

/** Descriptions, candidates, logins and servers that are changed in transit. */
const CHANGED: readonly HostileScript[] = [
  ...rewriteScripts(
    [
      ...FIRST_DESCRIPTION_ATTACKS,
      ...HANDSHAKE_ATTACKS,
      {
        messages: [OFFER, toClient('answer')],
        from: 'start',
        rewrites: ['other ICE password', 'roles exchanged'],
        allowed: VERIFIED_OR_NOTHING,
      },
    ],
    { where, client: 'connection', steps: tracks },
  ),
  ...rewriteScripts(
    [
      ...CANDIDATE_ATTACKS,
      ...LATER_REWRITE_ATTACKS.slice(0, 2),
      {
        messages: [toClient('offer')],
        from: 'verified',
        rewrites: ['mids exchanged'],
        allowed: VERIFIED_OR_ENDED,
      },
    ],
    { where, client: 'connection', device: 'deployed', steps: tracks },
  ),
  ...forgedOfferScripts([...CERTIFICATES, ...BUNDLES, 'garbage'], { where, client: 'connection' }),
];

/** What the service claims about tracks, and the extensions it strips. */
const NAMED: readonly HostileScript[] = [
  ...rewriteScripts(
    [
      {
        messages: [toClient('offer')],
        from: 'verified',
        rewrites: NAMES.slice(0, 6),
        allowed: VERIFIED_OR_ENDED,
      },
    ],
    {
      where,
      client: 'connection',
      device: 'deployed',
      steps: tracks,
    },
  ),
  ...rewriteScripts(
    [
      {
        messages: [toClient('offer')],
        from: 'start',
        rewrites: NAMES.slice(0, 4),
        allowed: VERIFIED_OR_ENDED,
      },
    ],
    {
      where,
      client: 'console',
      device: 'deployed',
      steps: [],
    },
  ),
  ...forgedOfferScripts(NAMES.slice(0, 6), { where, client: 'connection' }),
  ...forgedOfferScripts(NAMES.slice(0, 4), { where, client: 'console', steps: ['forge an offer'] }),
  ...rewriteScripts(
    [
      {
        messages: [OFFER],
        from: 'start',
        rewrites: ['no features', 'no binary requests', 'no framed streams'],
        allowed: VERIFIED_OR_NOTHING,
      },
      {
        messages: [toClient('answer')],
        from: 'start',
        rewrites: ['no features', 'features invented'],
        allowed: [...VERIFIED_OR_NOTHING, 'ended'],
      },
    ],
    { where, client: 'connection', steps: ['ask for tracks', 'open a stream'] },
  ),
  early('offer lost', 'The service drops the offer sent while the socket opens.', {
    message: OFFER,
    from: 'start',
    act: { verb: 'drop' },
  }),
  early(
    'offer repeated',
    'The service forwards the offer sent while the socket opens, and sends it once more.',
    {
      message: OFFER,
      from: 'start',
      act: { verb: 'repeat' },
    },
  ),
  early('offer changed', 'The service changes the certificate in the offer sent while the socket opens.', {
    message: OFFER,
    from: 'start',
    act: { verb: 'rewrite', rewrite: 'foreign certificate' },
  }),
  early('another device', 'The service changes the device in the login sent while the socket opens.', {
    message: toDevice('login'),
    from: 'start',
    act: { verb: 'rewrite', rewrite: 'another device' },
  }),
];

const withoutHttp2 = (
  given: Pick<HostileScript, 'name' | 'allowed'> & Partial<HostileScript>,
): HostileScript =>
  script({
    attack: 'The service speaks TLS without HTTP/2.',
    where,
    isWithoutHttp2: true,
    steps: tracks,
    ...given,
  });

/** HTTP/2 removed: alone, and with another attack. */
const WITHOUT_HTTP2: readonly HostileScript[] = [
  withoutHttp2({ name: 'connection, HTTP/2 taken away', allowed: ['verified'] }),
  withoutHttp2({
    name: 'connection, HTTP/2 taken away: answer to the client, foreign certificate',
    attack: 'The service removes HTTP/2 and names its own certificate in each answer to the client.',
    allowed: ['no connection'],
    tamperings: [
      {
        message: toClient('answer'),
        from: 'start',
        act: { verb: 'rewrite', rewrite: 'foreign certificate' },
      },
    ],
  }),
  withoutHttp2({ name: 'session, HTTP/2 taken away', client: 'session', allowed: ['verified'] }),
];

/** All of them. */
export const CHROMIUM_SCRIPTS: readonly HostileScript[] = [
  ...messageScripts(MESSAGES, { where, client: 'connection', steps: tracks }),
  ...messageScripts(LATER_MESSAGES, { where, client: 'connection', device: 'deployed', steps: tracks }),
  ...CHANGED,
  ...NAMED,
  ...WITHOUT_HTTP2,
  ...CHROMIUM_IMPOSTOR_SCRIPTS,
];
