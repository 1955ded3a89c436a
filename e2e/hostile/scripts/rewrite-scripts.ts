/** @module Every message rewritten: certificates, bundles, mids, roles, tokens, servers, candidates. */
import { wordsOf, type MessageClass } from '../message-kind.ts';
import { REWRITES, type RewriteName } from '../rewrites.ts';
import { script, type HostileScript, type Outcome } from '../script.ts';
import type { Moment } from '../tampering.ts';
import { moment, subjectOf, VERIFIED_OR_ENDED, VERIFIED_OR_NOTHING } from './message-scripts.ts';

/** Messages to rewrite, and the rewrites. */
export interface RewriteAttack {
  readonly messages: readonly MessageClass[];
  readonly from: Moment;
  readonly rewrites: readonly RewriteName[];
  readonly allowed: readonly Outcome[];
}

/** The descriptions of the first negotiation. */
const FIRST_DESCRIPTIONS: readonly MessageClass[] = [
  { kind: 'offer', direction: 'toDevice' },
  { kind: 'answer', direction: 'toClient' },
];

/** Rewrites of the certificate in a description. */
export const CERTIFICATES: readonly RewriteName[] = [
  'foreign certificate',
  'second certificate',
  'weaker hash',
  'no certificate',
  'carriage return',
  'line separator',
];

/** Rewrites of a description's lines that would move media to an unverified transport. */
export const BUNDLES: readonly RewriteName[] = [
  'no bundle',
  'bundle of the first line',
  'two bundles',
  'bundle-only with a space',
  'media line of a stranger',
  'same mid twice',
  'no mids',
];

/** Other rewrites of a description. */
export const SHAPES: readonly RewriteName[] = [
  'garbage',
  'empty',
  'answer for offer',
  'data that is no JSON',
];

/** The messages with the data channel and the media of a verified session. */
const OFFERED: MessageClass = { kind: 'offer', direction: 'toClient' };

/** Rewrites in a verified session; with deployed devices, which then negotiate by signaling, another transport ends it. */
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

/** Rewrites of logins, replies and servers. */
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

/** Rewrites of candidates. */
export const CANDIDATE_ATTACKS: readonly RewriteAttack[] = [
  {
    messages: [{ kind: 'candidate', direction: 'toClient' }],
    from: 'start',
    rewrites: ['no candidate', 'candidate of a stranger', 'candidate of no line', 'data that is no JSON'],
    allowed: VERIFIED_OR_NOTHING,
  },
];

/** Rewrites of the first descriptions; a client that receives another certificate connects to no one. */
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

/** Scripts in which the service offers by itself in a verified session. */
export function forgedOfferScripts(
  rewrites: readonly RewriteName[],
  given: Pick<HostileScript, 'where' | 'client'> & Partial<HostileScript>,
): readonly HostileScript[] {
  const message: MessageClass = { kind: 'offer', direction: 'toClient' };
  return rewrites.map((rewrite) =>
    script({
      name: `${subjectOf(given)}, in a verified session: offer of the service, ${rewrite}`,
      attack: `The service sends its own offer in a verified session; the offer ${REWRITES[rewrite].words}.`,
      allowed: VERIFIED_OR_ENDED,
      tamperings: [{ message, from: 'verified', act: { verb: 'inject', rewrite } }],
      steps: ['ask for tracks', 'forge an offer'],
      ...given,
    }),
  );
}
