/** @module Each extension removed or invented: what the client shows stays true. */
import type { MessageClass } from '../message-kind.ts';
import type { RewriteName } from '../rewrites.ts';
import { script, type HostileScript } from '../script.ts';
import { VERIFIED_OR_NOTHING } from './message-scripts.ts';
import { rewriteScripts } from './rewrite-scripts.ts';

const ANNOUNCED: readonly MessageClass[] = [{ kind: 'offer', direction: 'toDevice' }];
const TAKEN: readonly MessageClass[] = [{ kind: 'answer', direction: 'toClient' }];
/** Removed from what the client announces, and from what the device accepts. */
const FEATURES: readonly RewriteName[] = [
  'no features',
  'no binary requests',
  'no framed streams',
  'features invented',
];
const steps: HostileScript['steps'] = ['ask for tracks', 'open a stream', 'talk'];

const early = (name: string, tampering: Partial<HostileScript>, attack: string): HostileScript =>
  script({
    name: `connection, early/1: ${name}`,
    attack,
    allowed: VERIFIED_OR_NOTHING,
    isEarly: true,
    ...tampering,
  });

const OFFER: MessageClass = { kind: 'offer', direction: 'toDevice' };
const LOGIN: MessageClass = { kind: 'login', direction: 'toDevice' };

/** Downgrades of every feature. */
export const DOWNGRADE_SCRIPTS: readonly HostileScript[] = [
  ...(['connection', 'session'] as const).flatMap((client) => [
    // What a device supports is proved by its signature, not by signaling.
    ...rewriteScripts([{ messages: ANNOUNCED, from: 'start', rewrites: FEATURES, allowed: ['verified'] }], {
      where: 'fakes',
      client,
      steps,
      shows: ['verified', 'track'],
    }),
    ...rewriteScripts(
      [{ messages: TAKEN, from: 'start', rewrites: FEATURES, allowed: [...VERIFIED_OR_NOTHING, 'ended'] }],
      { where: 'fakes', client, steps },
    ),
  ]),
  early(
    'offer lost',
    { tamperings: [{ message: OFFER, from: 'start', act: { verb: 'drop' } }] },
    'The service accepts early messages, and drops the offer.',
  ),
  early(
    'login lost',
    { tamperings: [{ message: LOGIN, from: 'start', act: { verb: 'drop' } }] },
    'The service accepts early messages, and drops the login.',
  ),
  early(
    'offer changed',
    {
      tamperings: [
        { message: OFFER, from: 'start', act: { verb: 'rewrite', rewrite: 'foreign certificate' } },
      ],
    },
    'The service changes the certificate in the offer sent while the socket opens.',
  ),
  early(
    'offer repeated',
    { tamperings: [{ message: OFFER, from: 'start', act: { verb: 'repeat' } }] },
    'The service forwards the offer sent while the socket opens, and sends it once more.',
  ),
  early(
    'another device',
    { tamperings: [{ message: LOGIN, from: 'start', act: { verb: 'rewrite', rewrite: 'another device' } }] },
    'The service changes the device in the login sent while the socket opens.',
  ),
  early(
    'features stripped',
    { tamperings: [{ message: OFFER, from: 'start', act: { verb: 'rewrite', rewrite: 'no features' } }] },
    'The service strips the extensions from the offer sent while the socket opens.',
  ),
];
