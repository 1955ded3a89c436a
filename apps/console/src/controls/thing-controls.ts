/** @module Reads the controls from a Thing Description (W3C WoT Thing Description 1.1). Whatever is not understood is left out. */

import { pathOfTarget } from '@longwire/client/link-format';
import { booleanOf, fieldOf, numberOf, textOf } from '../read-field.ts';
import {
  labelOf,
  MAX_CHOICES,
  MAX_CONTROLS,
  MAX_DESCRIPTION_LENGTH,
  MAX_TEXT_LENGTH,
  type ActionControl,
  type Choice,
  type Control,
  type Scalar,
  type ValueControl,
  type ValueShape,
} from './control.ts';

/** Most forms of a control that are read. Reason: one for each operation and format. */
const MAX_FORMS = 16;

/** The method of each operation, unless a form names another (WoT CoAP Binding). */
const METHODS = {
  readproperty: 'GET',
  observeproperty: 'GET',
  writeproperty: 'PUT',
  invokeaction: 'POST',
} as const;

type Operation = keyof typeof METHODS;

/** The controls of a description; none if it is none. */
export function readThing(description: unknown): readonly Control[] {
  const properties = entriesOf(fieldOf(description, 'properties')).map(([name, value]) =>
    propertyOf(name, value),
  );
  const actions = entriesOf(fieldOf(description, 'actions')).map(([name, value]) => actionOf(name, value));
  return [...properties, ...actions].filter((control) => control !== undefined).slice(0, MAX_CONTROLS);
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).slice(0, MAX_CONTROLS)
    : [];
}

function listOf(value: unknown, maxLength: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxLength) : [];
}

function propertyOf(name: string, property: unknown): ValueControl | undefined {
  const usual: readonly Operation[] = [
    ...(booleanOf(property, 'writeOnly') === true ? [] : (['readproperty'] as const)),
    ...(booleanOf(property, 'readOnly') === true ? [] : (['writeproperty'] as const)),
  ];
  const forms = formsOf(property, usual);
  const has = (operation: Operation, path: string | undefined) =>
    forms.some((form) => form.path === path && form.operations.includes(operation));
  const [first] = forms;
  const shape = shapeOf(property);
  if (first === undefined) return undefined;
  const { path } = first;
  const isReadable = has('readproperty', path);
  const isWritable = has('writeproperty', path) && shape.kind !== 'unknown';
  if (!isReadable && !isWritable) return undefined;
  return {
    type: 'value',
    path,
    ...namesOf(name, property),
    shape,
    isReadable,
    isWritable,
    isObservable: isReadable && has('observeproperty', path),
  };
}

function actionOf(name: string, action: unknown): ActionControl | undefined {
  // What takes an input needs a form of its own, which a button is not.
  if (fieldOf(action, 'input') !== undefined) return undefined;
  const form = formsOf(action, ['invokeaction']).find(({ operations }) =>
    operations.includes('invokeaction'),
  );
  if (form === undefined) return undefined;
  const isHarmless = booleanOf(action, 'safe') === true || booleanOf(action, 'idempotent') === true;
  return { type: 'action', path: form.path, ...namesOf(name, action), isAsking: !isHarmless };
}

function namesOf(name: string, value: unknown): Pick<Control, 'title' | 'description'> {
  return {
    title: labelOf(textOf(value, 'title')) ?? labelOf(name) ?? '–',
    description: labelOf(textOf(value, 'description'), MAX_DESCRIPTION_LENGTH),
  };
}

interface Form {
  readonly path: string;
  readonly operations: readonly Operation[];
}

/** The forms that lead to a path of the device, with JSON and the operation's own method. */
function formsOf(value: unknown, usual: readonly Operation[]): readonly Form[] {
  return listOf(fieldOf(value, 'forms'), MAX_FORMS).flatMap((form) => {
    const path = pathOfTarget(textOf(form, 'href') ?? '');
    const contentType = textOf(form, 'contentType') ?? JSON_TYPE;
    if (path === undefined || !contentType.startsWith(JSON_TYPE)) return [];
    const op = fieldOf(form, 'op');
    const listed = op === undefined ? usual : typeof op === 'string' ? [op] : listOf(op, MAX_FORMS);
    const method = textOf(form, 'cov:method');
    const operations = OPERATIONS.filter(
      (operation) => listed.includes(operation) && (method ?? METHODS[operation]) === METHODS[operation],
    );
    return operations.length === 0 ? [] : [{ path, operations }];
  });
}

const JSON_TYPE = 'application/json';
const OPERATIONS: readonly Operation[] = ['readproperty', 'observeproperty', 'writeproperty', 'invokeaction'];

function shapeOf(schema: unknown): ValueShape {
  const choices = choicesOf(schema);
  if (choices.length > 0) return { kind: 'choice', choices };
  const type = textOf(schema, 'type');
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'number' || type === 'integer')
    return {
      kind: 'number',
      isInteger: type === 'integer',
      unit: labelOf(textOf(schema, 'unit')),
      minimum: numberOf(schema, 'minimum'),
      maximum: numberOf(schema, 'maximum'),
      step: positive(numberOf(schema, 'multipleOf')),
    };
  if (type !== 'string') return { kind: 'unknown', isActuator: false };
  const maxLength = positive(numberOf(schema, 'maxLength')) ?? MAX_TEXT_LENGTH;
  return { kind: 'text', maxLength: Math.min(Math.floor(maxLength), MAX_TEXT_LENGTH) };
}

function positive(number: number | undefined): number | undefined {
  return number !== undefined && number > 0 ? number : undefined;
}

/** The values of `enum`, or of `oneOf` with a `const` each. */
function choicesOf(schema: unknown): readonly Choice[] {
  const named = listOf(fieldOf(schema, 'oneOf'), MAX_CHOICES).map((each) => ({
    value: fieldOf(each, 'const'),
    title: textOf(each, 'title'),
  }));
  const plain = listOf(fieldOf(schema, 'enum'), MAX_CHOICES).map((value) => ({ value, title: undefined }));
  const choices = (named.length > 0 ? named : plain).flatMap(({ value, title }) =>
    isScalar(value) ? [{ value, title: labelOf(title) ?? labelOf(String(value)) ?? '–' }] : [],
  );
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}

/** Whether a person can read the value in a line. */
export function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === 'boolean' ||
    typeof value === 'string' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}
