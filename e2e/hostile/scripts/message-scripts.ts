/** @module Every message of a connection: dropped, repeated, delayed, reordered, swapped with another session's, reflected, replayed. */
import { wordsOf, type MessageClass } from '../message-kind.ts';
import { script, type HostileScript, type Outcome } from '../script.ts';
import type { Act, Moment } from '../tampering.ts';

/** Outcomes of tampering while connecting: the right device, verified, or no claim about it. */
export const VERIFIED_OR_NOTHING: readonly Outcome[] = ['verified', 'connected', 'no connection'];
/** Outcomes of tampering in a verified session: it continues, or it ends. */
export const VERIFIED_OR_ENDED: readonly Outcome[] = ['verified', 'ended'];

/** Without these no connection is established. */
const NEEDED: ReadonlySet<string> = new Set([
  'login to the device',
  'offer to the device',
  'answer to the client',
]);

type Verb = Exclude<Act['verb'], 'rewrite' | 'inject'>;

const ACTS: Readonly<Record<Verb, Act>> = {
  drop: { verb: 'drop' },
  repeat: { verb: 'repeat' },
  delay: { verb: 'delay', byMs: 700 },
  overtake: { verb: 'overtake' },
  exchange: { verb: 'exchange' },
  reflect: { verb: 'reflect' },
  replay: { verb: 'replay' },
};

const ATTACKS: Readonly<Record<Verb, (message: string) => string>> = {
  drop: (message) => `drops each ${message}`,
  repeat: (message) => `repeats each ${message}`,
  delay: (message) => `delays each ${message}`,
  overtake: (message) => `lets the next message overtake each ${message}`,
  exchange: (message) => `swaps each ${message} with another browser's`,
  reflect: (message) => `also sends each ${message} back to its sender`,
  replay: (message) => `replaces each ${message} with the first one`,
};

/** A class of messages, and the tamperings to apply. */
export interface MessageAttack {
  readonly message: MessageClass;
  readonly from: Moment;
  readonly verbs: readonly Verb[];
}

const toDevice = (kind: MessageClass['kind']): MessageClass => ({ kind, direction: 'toDevice' });
const toClient = (kind: MessageClass['kind']): MessageClass => ({ kind, direction: 'toClient' });
const IN_ORDER: readonly Verb[] = ['drop', 'repeat', 'delay', 'reflect', 'exchange'];
const WITH_OVERTAKING: readonly Verb[] = ['drop', 'repeat', 'delay', 'overtake', 'reflect', 'exchange'];

/** Tampering while connecting. */
export const MESSAGE_ATTACKS: readonly MessageAttack[] = [
  { message: toDevice('login'), from: 'start', verbs: WITH_OVERTAKING },
  { message: toDevice('turn request'), from: 'start', verbs: IN_ORDER },
  { message: toDevice('offer'), from: 'start', verbs: IN_ORDER },
  { message: toClient('login reply'), from: 'start', verbs: WITH_OVERTAKING },
  { message: toClient('turn reply'), from: 'start', verbs: IN_ORDER },
  { message: toClient('answer'), from: 'start', verbs: IN_ORDER },
  { message: toClient('candidate'), from: 'start', verbs: IN_ORDER },
];

/** Tampering once the session is verified; deployed devices then still negotiate by signaling. */
export const LATER_MESSAGE_ATTACKS: readonly MessageAttack[] = [
  { message: toDevice('offer'), from: 'start', verbs: ['replay'] },
  { message: toClient('answer'), from: 'start', verbs: ['replay'] },
  { message: toClient('offer'), from: 'verified', verbs: ['drop', 'repeat', 'delay', 'reflect'] },
  { message: toDevice('answer'), from: 'verified', verbs: ['drop', 'repeat', 'delay', 'reflect'] },
  { message: toDevice('offer'), from: 'verified', verbs: ['drop', 'repeat', 'delay', 'reflect'] },
  { message: toClient('answer'), from: 'verified', verbs: ['drop', 'repeat', 'delay', 'reflect'] },
];

/** The scripts of attacks on a client. */
export function messageScripts(
  attacks: readonly MessageAttack[],
  given: Pick<HostileScript, 'where' | 'client'> & Partial<HostileScript>,
): readonly HostileScript[] {
  return attacks.flatMap(({ message, from, verbs }) =>
    verbs.map((verb) =>
      script({
        name: `${subjectOf(given)}, ${moment(from)}: ${wordsOf(message)}, ${verb}`,
        attack: `The service ${ATTACKS[verb](wordsOf(message))} ${moment(from)}.`,
        allowed: outcomesOf(message, from, verb),
        tamperings: [{ message, from, act: ACTS[verb] }],
        ...given,
      }),
    ),
  );
}

function outcomesOf(message: MessageClass, from: Moment, verb: Verb): readonly Outcome[] {
  if (from === 'verified') return VERIFIED_OR_ENDED;
  // A device whose own answer comes back after it has pinned the client's certificate closes the connection (SECURITY.md).
  if (verb === 'reflect' && wordsOf(message) === 'answer to the client')
    return [...VERIFIED_OR_NOTHING, 'ended'];
  return verb === 'drop' && NEEDED.has(wordsOf(message)) ? ['no connection'] : VERIFIED_OR_NOTHING;
}

/** The client of a script, and its device when that is not a Longwire device. */
export function subjectOf({
  client,
  device = 'longwire',
}: Pick<HostileScript, 'client'> & Partial<HostileScript>): string {
  return device === 'longwire' ? client : `${client} to a ${device} device`;
}

/** When an attack begins, in words. */
export function moment(from: Moment): string {
  return from === 'start' ? 'while connecting' : 'in a verified session';
}
