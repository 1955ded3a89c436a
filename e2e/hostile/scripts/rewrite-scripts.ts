/** @module Every message changed: certificates, bundles, mids, roles, tokens, servers, candidates. */
import { wordsOf, type MessageClass } from '../message-kind.ts';
import { REWRITES, type RewriteName } from '../rewrites.ts';
import { script, type HostileScript, type Outcome } from '../script.ts';
import type { Moment } from '../tampering.ts';
import { moment, subjectOf, VERIFIED_OR_ENDED, VERIFIED_OR_NOTHING } from './message-scripts.ts';

/** Messages that are changed, and how. */
export interface RewriteAttack {
  readonly messages: readonly MessageClass[];
  readonly from: Moment;
  readonly rewrites: readonly RewriteName[];
  readonly allowed: readonly Outcome[];
}

/** The descriptions of the beginning. */
const FIRST_DESCRIPTIONS: readonly MessageClass[] = [
  { kind: 'offer', direction: 'toDevice' },
  { kind: 'answer', direction: 'toClient' },
];

/** What can be done to the certificate that a description names. */
export const CERTIFICATES: readonly RewriteName[] = [
  'foreign certificate',
  'second certificate',
  'weaker hash',
  'no certificate',
  'carriage return',
  'line separator',
];

/** What can be done to the lines of a description so that media goes beside the verified transport. */
export const BUNDLES: readonly RewriteName[] = [
  'no bundle',
  'bundle of the first line',
  'two bundles',
  'bundle-only with a space',
  'media line of a stranger',
  'same mid twice',
  'no mids',
];

/** What else can be done to a description. */
export const SHAPES: readonly RewriteName[] = [
  'garbage',
  'empty',
  'answer for offer',
  'data that is no JSON',
];

/** Where the data channel and the media are, once there is something to lose. */
const OFFERED: MessageClass = { kind: 'offer', direction: 'toClient' };

/** What is changed in a verified session, which goes by signaling with devices in the field: another transport ends it. */
export const LATER_REWRITE_ATTACKS: readonly RewriteAttack[] = [
  { messages: [OFFERED], from: 'verified', rewrites: [...CERTIFICATES, ...BUNDLES], allowed: ['ended'] },
  {
    messages: [OFFERED],
    from: 'verified',
    rewrites: [...SHAPES, 'lines removed', 'direction reversed'],
    allowed: VERIFIED_OR_ENDED,
  },
  {
    messages: [{ kind: 'answer', direction: 'toDevice' }],
    from: 'verified',
    rewrites: [...CERTIFICATES, ...BUNDLES, ...SHAPES, 'lines removed', 'direction reversed'],
    allowed: VERIFIED_OR_ENDED,
  },
];

/** What is changed in logins, replies and servers. */
export const HANDSHAKE_ATTACKS: readonly RewriteAttack[] = [
  {
    messages: [{ kind: 'login', direction: 'toDevice' }],
    from: 'start',
    rewrites: ['another device', 'another token', 'user invented'],
    allowed: [...VERIFIED_OR_NOTHING, 'stopped'],
  },
  {
    messages: [{ kind: 'login reply', direction: 'toClient' }],
    from: 'start',
    rewrites: ['no service features', 'service features invented', 'online for ever', 'user invented'],
    allowed: VERIFIED_OR_NOTHING,
  },
  {
    messages: [{ kind: 'turn reply', direction: 'toClient' }],
    from: 'start',
    rewrites: ['servers of a stranger', 'servers that are none', 'no servers'],
    allowed: VERIFIED_OR_NOTHING,
  },
];

/** What is changed in candidates. */
export const CANDIDATE_ATTACKS: readonly RewriteAttack[] = [
  {
    messages: [{ kind: 'candidate', direction: 'toClient' }],
    from: 'start',
    rewrites: ['no candidate', 'candidate of a stranger', 'candidate of no line', 'data that is no JSON'],
    allowed: VERIFIED_OR_NOTHING,
  },
];

/** What is changed in the first descriptions; a client that is given another certificate connects to no one. */
export const FIRST_DESCRIPTION_ATTACKS: readonly RewriteAttack[] = [
  {
    messages: [{ kind: 'answer', direction: 'toClient' }],
    from: 'start',
    rewrites: CERTIFICATES,
    allowed: ['no connection'],
  },
  {
    messages: [{ kind: 'offer', direction: 'toDevice' }],
    from: 'start',
    rewrites: CERTIFICATES,
    allowed: VERIFIED_OR_NOTHING,
  },
  {
    messages: FIRST_DESCRIPTIONS,
    from: 'start',
    rewrites: [...SHAPES, 'media line of a stranger'],
    allowed: [...VERIFIED_OR_NOTHING, 'ended'],
  },
];

/** The attacks of the fakes while connecting. */
export const REWRITE_ATTACKS: readonly RewriteAttack[] = [
  ...FIRST_DESCRIPTION_ATTACKS,
  {
    messages: FIRST_DESCRIPTIONS,
    from: 'start',
    rewrites: ['lines removed', 'no mids'],
    allowed: [...VERIFIED_OR_NOTHING, 'ended'],
  },
  ...HANDSHAKE_ATTACKS,
  ...CANDIDATE_ATTACKS,
];

/** The scripts of attacks on a client. */
export function rewriteScripts(
  attacks: readonly RewriteAttack[],
  given: Pick<HostileScript, 'where' | 'client'> & Partial<HostileScript>,
): readonly HostileScript[] {
  return attacks.flatMap(({ messages, from, rewrites, allowed }) =>
    messages.flatMap((message) =>
      rewrites.map((rewrite) =>
        script({
          name: `${subjectOf(given)}, ${moment(from)}: ${wordsOf(message)}, ${rewrite}`,
          attack: `The service changes each ${wordsOf(message)} ${moment(from)}, so that it ${REWRITES[rewrite].words}.`,
          allowed,
          tamperings: [{ message, from, act: { verb: 'rewrite', rewrite } }],
          ...given,
        }),
      ),
    ),
  );
}

/** Scripts in which the service offers by itself, in a session that is verified. */
export function forgedOfferScripts(
  rewrites: readonly RewriteName[],
  given: Pick<HostileScript, 'where' | 'client'> & Partial<HostileScript>,
): readonly HostileScript[] {
  const message: MessageClass = { kind: 'offer', direction: 'toClient' };
  return rewrites.map((rewrite) =>
    script({
      name: `${subjectOf(given)}, in a verified session: offer of the service, ${rewrite}`,
      attack: `The service sends an offer of its own in a verified session, which ${REWRITES[rewrite].words}.`,
      allowed: VERIFIED_OR_ENDED,
      tamperings: [{ message, from: 'verified', act: { verb: 'inject', rewrite } }],
      steps: ['ask for tracks', 'forge an offer'],
      ...given,
    }),
  );
}
