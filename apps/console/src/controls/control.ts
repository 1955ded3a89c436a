/** @module A control: a resource of the device that a person sees and changes without writing a request. */

/** A value that JSON has and a person can read in a line. */
export type Scalar = boolean | number | string;

/** One of several named values. */
export interface Choice {
  readonly value: Scalar;
  readonly title: string;
}

/** What a value may be. */
export type ValueShape =
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'number';
      readonly isInteger: boolean;
      readonly unit: string | undefined;
      readonly minimum: number | undefined;
      readonly maximum: number | undefined;
      readonly step: number | undefined;
    }
  | { readonly kind: 'text'; readonly maxLength: number }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** Not described: as the device answers. Of an actuator, `0` and `1` are off and on. */
  | { readonly kind: 'unknown'; readonly isActuator: boolean };

interface Described {
  readonly path: string;
  readonly title: string;
  readonly description: string | undefined;
}

/** A value that is shown, and changed if it can be. */
export interface ValueControl extends Described {
  readonly type: 'value';
  readonly shape: ValueShape;
  readonly isReadable: boolean;
  readonly isWritable: boolean;
  readonly isObservable: boolean;
}

/** Something that the device does. */
export interface ActionControl extends Described {
  readonly type: 'action';
  /** It changes something, and once more changes more: the person is asked first. */
  readonly isAsking: boolean;
}

/** A control. */
export type Control = ValueControl | ActionControl;

/** Most controls of a device. Reason: the values that a device notifies to one session. */
export const MAX_CONTROLS = 64;

/** Most choices of a value. Reason: more than a person reads in a list. */
export const MAX_CHOICES = 64;

/** Longest title, unit or choice, in UTF-16 units; the rest is cut. Reason: they are labels. */
export const MAX_LABEL_LENGTH = 128;

/** Longest description, in UTF-16 units; the rest is cut. Reason: a sentence or two. */
export const MAX_DESCRIPTION_LENGTH = 512;

/** Longest text that a person can type, in UTF-16 units. Reason: it is one line. */
export const MAX_TEXT_LENGTH = 1024;

/** A label on one line, cut to a length; undefined if nothing is left. */
export function labelOf(text: string | undefined, maxLength: number = MAX_LABEL_LENGTH): string | undefined {
  const line =
    text
      ?.slice(0, maxLength * 2)
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim() ?? '';
  if (line === '') return undefined;
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).toWellFormed()}…`;
}
