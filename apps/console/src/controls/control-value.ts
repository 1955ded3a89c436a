/** @module The value of a control: read from an answer of the device, and written as the device writes it. */

import { jsonPayload } from '../json-payload.ts';
import type { DeviceResponse } from '@longwire/client';
import { fieldOf, numberOf, parseJson, textOf } from '../read-field.ts';
import { labelOf, type Scalar, type ValueControl } from './control.ts';
import { isScalar } from './thing-controls.ts';

/** How the device writes a value, which is how it is written back. */
export type Encoding = 'json' | 'text' | 'digit';

/** A value to show. */
export interface ShownValue {
  /** Undefined for what has no form of a person: it is shown as `text`. */
  readonly value: Scalar | undefined;
  readonly text: string;
  /** The unit that the answer itself names. */
  readonly unit: string | undefined;
  readonly encoding: Encoding;
}

/** A value to send. */
export interface WrittenValue {
  readonly payload: string;
  readonly contentFormat: number;
}

/** Largest answer that is shown, in bytes. Reason: a value is one line; the rest is for a request. */
export const MAX_VALUE_BYTES = 16 * 1024;

/** Longest text of a value, in UTF-16 units; the rest is cut. Reason: a card is no document. */
export const MAX_SHOWN_LENGTH = 1024;

const TEXT = 0;
const JSON_FORMAT = 50;
/** One measurement as SenML (RFC 8428). */
const SENML_JSON = 110;

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/u;

/** The value of an answer; undefined if it cannot be shown. */
export function readValue(
  { payload, contentFormat = TEXT, text }: Pick<DeviceResponse, 'payload' | 'contentFormat' | 'text'>,
  { shape }: Pick<ValueControl, 'shape'>,
): ShownValue | undefined {
  if ((payload?.length ?? 0) > MAX_VALUE_BYTES) return undefined;
  switch (contentFormat) {
    case TEXT:
      return shape.kind === 'unknown' ? guess(text(), shape.isActuator) : shown(text(), 'text');
    case JSON_FORMAT:
      return readJson(text(), 'json');
    case SENML_JSON:
      return readJson(text(), 'senml');
    default:
      return undefined;
  }
}

function shown(value: Scalar, encoding: Encoding, unit?: string): ShownValue {
  return { value, text: labelOf(String(value), MAX_SHOWN_LENGTH) ?? '', unit, encoding };
}

/** A text without a description: a switch, a number or a text (draft-ietf-core-interfaces-14 has `0` and `1` for an actuator). */
function guess(text: string, isActuator: boolean): ShownValue {
  const word = text.trim();
  if (word === 'true' || word === 'false') return shown(word === 'true', 'text');
  if (isActuator && (word === '0' || word === '1')) return shown(word === '1', 'digit');
  return shown(NUMBER.test(word) ? Number(word) : text, 'text');
}

function readJson(text: string, format: 'json' | 'senml'): ShownValue | undefined {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  if (format === 'senml') return readMeasurement(value);
  if (isScalar(value)) return shown(value, 'json');
  return { value: undefined, text: labelOf(text, MAX_SHOWN_LENGTH) ?? '', unit: undefined, encoding: 'json' };
}

/** The first measurement of a pack that has only one. */
function readMeasurement(pack: unknown): ShownValue | undefined {
  if (!Array.isArray(pack) || pack.length !== 1) return undefined;
  const [record]: readonly unknown[] = pack;
  const unit = labelOf(textOf(record, 'u') ?? textOf(record, 'bu'));
  const value = numberOf(record, 'v') ?? fieldOf(record, 'vb') ?? textOf(record, 'vs');
  return isScalar(value) ? shown(value, 'json', unit) : undefined;
}

/** A value as the device reads it. */
export function writeValue(value: Scalar, encoding: Encoding): WrittenValue {
  if (encoding === 'json') return jsonPayload(value);
  return { payload: encoding === 'digit' ? String(Number(value)) : String(value), contentFormat: TEXT };
}
