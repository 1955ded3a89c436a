/** @module What the service claims about tracks: names, errors and messages that are not the device's. */
import type { MessageClass } from '../message-kind.ts';
import type { RewriteName } from '../rewrites.ts';
import type { HostileClient, HostileScript } from '../script.ts';
import { VERIFIED_OR_ENDED, VERIFIED_OR_NOTHING } from './message-scripts.ts';
import { forgedOfferScripts, rewriteScripts } from './rewrite-scripts.ts';

const OFFERED: readonly MessageClass[] = [{ kind: 'offer', direction: 'toClient' }];

/** The claims about tracks. */
export const NAMES: readonly RewriteName[] = [
  'names exchanged',
  'names invented',
  'track errors invented',
  'words invented',
  'tracks hidden',
  'tracks invented',
  'everything failed',
  'metadata of another shape',
  'prototype names',
  'no trickle',
];

const steps: HostileScript['steps'] = ['ask for tracks', 'talk'];
const CLIENTS: readonly HostileClient[] = ['connection', 'session', 'console'];

/** Made by the service, to each client, for each kind of device. */
export const TRACK_SCRIPTS: readonly HostileScript[] = [
  ...CLIENTS.flatMap((client) =>
    rewriteScripts([{ messages: OFFERED, from: 'verified', rewrites: NAMES, allowed: VERIFIED_OR_ENDED }], {
      where: 'fakes',
      client,
      device: 'deployed',
      steps,
    }),
  ),
  ...CLIENTS.flatMap((client) =>
    forgedOfferScripts([...NAMES.slice(0, 9), 'mids exchanged'], { where: 'fakes', client }),
  ),
  ...rewriteScripts(
    [
      {
        messages: [{ kind: 'candidate', direction: 'toClient' }],
        from: 'start',
        rewrites: ['tracks beside a candidate'],
        allowed: VERIFIED_OR_ENDED,
      },
      {
        messages: [{ kind: 'answer', direction: 'toClient' }],
        from: 'start',
        rewrites: ['tracks invented', 'prototype names'],
        allowed: [...VERIFIED_OR_NOTHING, 'ended'],
      },
    ],
    { where: 'fakes', client: 'connection', steps },
  ),
  ...rewriteScripts(
    [
      {
        messages: [{ kind: 'offer', direction: 'toDevice' }],
        from: 'verified',
        rewrites: ['names invented', 'tracks hidden'],
        allowed: VERIFIED_OR_ENDED,
      },
    ],
    { where: 'fakes', client: 'connection', device: 'deployed', steps },
  ),
];
