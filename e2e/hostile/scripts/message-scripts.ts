/** @module Every message of a connection's life: lost, repeated, late, out of turn, in another session, sent back, replayed. */
import { wordsOf, type MessageClass } from '../message-kind.ts';
import { script, type HostileScript, type Outcome } from '../script.ts';
import type { Act, Moment } from '../tampering.ts';

/** What comes of messages that are changed while connecting: the right device, verified, or nothing that is said of it. */
export const VERIFIED_OR_NOTHING: readonly Outcome[] = ['verified', 'connected', 'no connection'];
/** What comes of messages in a verified session: it goes on, or it ends. */
export const VERIFIED_OR_ENDED: readonly Outcome[] = ['verified', 'ended'];

/** Without these there is no connection. */
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

const WORDS: Readonly<Record<Verb, string>> = {
  drop: 'loses',
  repeat: 'repeats',
  delay: 'delays',
  overtake: 'lets the next message overtake',
  exchange: "exchanges with another browser's",
  reflect: 'sends back as well',
  replay: 'replaces by the first of its kind',
};

/** A class of messages, and what can be done to it. */
export interface MessageAttack {
  readonly message: MessageClass;
  readonly from: Moment;
  readonly verbs: readonly Verb[];
}

const toDevice = (kind: MessageClass['kind']): MessageClass => ({ kind, direction: 'toDevice' });
const toClient = (kind: MessageClass['kind']): MessageClass => ({ kind, direction: 'toClient' });
const EVERY: readonly Verb[] = ['drop', 'repeat', 'delay', 'overtake', 'reflect'];

/** What happens while connecting. */
export const MESSAGE_ATTACKS: readonly MessageAttack[] = [
  { message: toDevice('login'), from: 'start', verbs: [...EVERY, 'exchange'] },
  {
    message: toDevice('turn request'),
    from: 'start',
    verbs: ['drop', 'repeat', 'delay', 'reflect', 'exchange'],
  },
  {
    message: toDevice('offer'),
    from: 'start',
    verbs: ['drop', 'repeat', 'delay', 'reflect', 'exchange'],
  },
  { message: toClient('login reply'), from: 'start', verbs: [...EVERY, 'exchange'] },
  {
    message: toClient('turn reply'),
    from: 'start',
    verbs: ['drop', 'repeat', 'delay', 'reflect', 'exchange'],
  },
  {
    message: toClient('answer'),
    from: 'start',
    verbs: ['drop', 'repeat', 'delay', 'reflect', 'exchange'],
  },
  {
    message: toClient('candidate'),
    from: 'start',
    verbs: ['drop', 'repeat', 'delay', 'reflect', 'exchange'],
  },
];

/** The same for what is said once there is something to lose, which goes by signaling with devices in the field. */
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
        attack: `The service ${WORDS[verb]} each ${wordsOf(message)} ${moment(from)}.`,
        allowed: outcomesOf(message, from, verb),
        tamperings: [{ message, from, act: ACTS[verb] }],
        ...given,
      }),
    ),
  );
}

function outcomesOf(message: MessageClass, from: Moment, verb: Verb): readonly Outcome[] {
  if (from === 'verified') return VERIFIED_OR_ENDED;
  return verb === 'drop' && NEEDED.has(wordsOf(message)) ? ['no connection'] : VERIFIED_OR_NOTHING;
}

/** The client of a script, and which device it connects to where that is not one of ours. */
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
