/** @module The controls of a device: read from whatever it says, valued by whatever it answers, and never more than the limits. */
import { assertNever, utf8Encode } from '@longwire/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  labelOf,
  MAX_CHOICES,
  MAX_CONTROLS,
  MAX_DESCRIPTION_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_TEXT_LENGTH,
  type Control,
  type ValueShape,
} from './control.ts';
import { MAX_SHOWN_LENGTH, MAX_VALUE_BYTES, readValue, writeValue } from './control-value.ts';
import { readLinks } from './link-controls.ts';
import { followResources, loadResources, MAX_DESCRIPTION_BYTES } from './load-resources.ts';
import { editableNumber, readNumber } from './read-number.ts';
import { readThing } from './thing-controls.ts';
import { formatNumber } from './unit.ts';

const form = (href: string, ...op: readonly string[]) => ({ href, op, contentType: 'application/json' });
const LIGHT = {
  title: 'Light',
  type: 'boolean',
  forms: [form('/light', 'readproperty', 'writeproperty'), form('/light', 'observeproperty')],
};
const only = (property: object): Control | undefined => readThing({ properties: { x: property } })[0];
const actionOnly = (action: object): Control | undefined => readThing({ actions: { x: action } })[0];

describe('a Thing Description', () => {
  test('has a control for each property and action', () => {
    const shapes = readThing({
      properties: {
        light: LIGHT,
        level: {
          type: 'integer',
          unit: '%',
          minimum: 0,
          maximum: 100,
          multipleOf: 5,
          forms: [form('/level', 'writeproperty')],
        },
        'air/celsius': {
          title: 'Temperature',
          description: 'By the door.',
          type: 'number',
          readOnly: true,
          forms: [{ href: '/air' }],
        },
      },
      actions: { ring: { title: 'Ring', forms: [{ href: '/ring' }] } },
    });
    expect(shapes).toEqual([
      {
        type: 'value',
        path: '/light',
        title: 'Light',
        description: undefined,
        shape: { kind: 'boolean' },
        isReadable: true,
        isWritable: true,
        isObservable: true,
      },
      {
        type: 'value',
        path: '/level',
        title: 'level',
        description: undefined,
        shape: { kind: 'number', isInteger: true, unit: '%', minimum: 0, maximum: 100, step: 5 },
        isReadable: false,
        isWritable: true,
        isObservable: false,
      },
      {
        type: 'value',
        path: '/air',
        title: 'Temperature',
        description: 'By the door.',
        shape: {
          kind: 'number',
          isInteger: false,
          unit: undefined,
          minimum: undefined,
          maximum: undefined,
          step: undefined,
        },
        isReadable: true,
        isWritable: false,
        isObservable: false,
      },
      { type: 'action', path: '/ring', title: 'Ring', description: undefined, isAsking: true },
    ]);
  });

  test.each<[string, object, ValueShape]>([
    ['an enumeration', { type: 'integer', enum: [1, 2, 2] }, { kind: 'choice', choices: [one(1), one(2)] }],
    [
      'named values',
      { type: 'string', oneOf: [{ const: 'a', title: 'First' }, { const: null }, 'b', { const: 'b' }] },
      { kind: 'choice', choices: [{ value: 'a', title: 'First' }, one('b')] },
    ],
    ['a text', { type: 'string' }, { kind: 'text', maxLength: MAX_TEXT_LENGTH }],
    ['a short text', { type: 'string', maxLength: 7.5 }, { kind: 'text', maxLength: 7 }],
    ['an object', { type: 'object' }, { kind: 'unknown', isActuator: false }],
    ['no type', {}, { kind: 'unknown', isActuator: false }],
  ])('reads %s', (_what, schema, shape) => {
    expect(only({ ...schema, forms: [{ href: '/x', op: 'readproperty' }] })).toMatchObject({ shape });
  });

  test('a value of unknown shape cannot be written', () => {
    expect(only({ type: 'object', forms: [{ href: '/x' }] })).toMatchObject({
      isReadable: true,
      isWritable: false,
    });
  });

  test.each([
    ['another host', { href: 'coap://other/light' }],
    ['no path', { href: 'light' }],
    ['another format', { href: '/light', contentType: 'image/png' }],
    ['another method', { href: '/light', op: 'readproperty', 'cov:method': 'FETCH' }],
    ['an operation that is none of ours', { href: '/light', op: 'unobserveproperty' }],
  ])('leaves out what needs %s', (_what, other) => {
    expect(only({ ...LIGHT, forms: [other] })).toBeUndefined();
  });

  test('an action asks first unless it is safe or idempotent, and has no input', () => {
    const forms = [{ href: '/x' }];
    expect(actionOnly({ forms })).toMatchObject({ isAsking: true });
    expect(actionOnly({ forms, safe: true })).toMatchObject({ isAsking: false });
    expect(actionOnly({ forms, idempotent: true })).toMatchObject({ isAsking: false });
    expect(actionOnly({ forms, input: { type: 'string' } })).toBeUndefined();
  });

  test('is read within the limits, whatever it is', () => {
    const thing = fc.oneof(
      fc.anything(),
      fc.record({
        properties: fc.dictionary(fc.string(), hostileAffordance()),
        actions: fc.dictionary(fc.string(), hostileAffordance()),
      }),
    );
    fc.assert(
      fc.property(thing, (description) => {
        const json: unknown = JSON.parse(
          JSON.stringify(description, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)) ??
            'null',
        );
        expect(excessOf(readThing(json))).toEqual([]);
      }),
    );
  });

  test('a huge one is cut to the limits', () => {
    const long = 'x'.repeat(10_000);
    const many = Array.from({ length: 5000 }, (_, n) => n);
    const large = {
      title: long,
      description: long,
      unit: long,
      oneOf: many.map((n) => ({ const: n, title: long })),
      forms: many.map(() => ({ href: '/x' })),
    };
    const huge = Object.fromEntries([
      [long, large],
      ...many.map((n) => [`n${n}`, n < 3 ? large : LIGHT] as const),
    ]);
    const controls = readThing({ properties: huge, actions: huge });
    expect(controls).toHaveLength(MAX_CONTROLS);
    expect(excessOf(controls)).toEqual([]);
  });

  test('names of the prototype are names like others', () => {
    const thing: unknown = JSON.parse(
      '{"properties":{"__proto__":{"type":"boolean","forms":[{"href":"/p"}]},"constructor":{"forms":[{"href":"/c"}]}}}',
    );
    expect(readThing(thing).map(({ path }) => path)).toEqual(['/p', '/c']);
    expect(Reflect.get({}, 'forms')).toBeUndefined();
  });
});

function one(value: number | string): { readonly value: number | string; readonly title: string } {
  return { value, title: String(value) };
}

/** Something that almost is a property or an action. */
function hostileAffordance(): fc.Arbitrary<unknown> {
  const odd = fc.oneof(fc.anything({ maxDepth: 3 }), fc.string(), fc.double(), fc.constant('x'.repeat(5000)));
  return fc.record(
    {
      title: odd,
      description: odd,
      type: fc.oneof(odd, fc.constantFrom('boolean', 'number', 'integer', 'string')),
      unit: odd,
      minimum: odd,
      maximum: odd,
      multipleOf: odd,
      maxLength: odd,
      enum: fc.oneof(odd, fc.array(odd)),
      oneOf: fc.oneof(odd, fc.array(fc.record({ const: odd, title: odd }))),
      forms: fc.oneof(
        odd,
        fc.array(
          fc.record({
            href: fc.oneof(odd, fc.constant('/x')),
            op: fc.oneof(odd, fc.constant('readproperty')),
          }),
        ),
      ),
    },
    { requiredKeys: [] },
  );
}

const isCut = (text: string | undefined, maxLength: number = MAX_LABEL_LENGTH): boolean =>
  (text ?? '').length <= maxLength;

function isBounded(shape: ValueShape): boolean {
  switch (shape.kind) {
    case 'choice':
      return (
        shape.choices.length <= MAX_CHOICES &&
        shape.choices.every(({ title }) => title !== '' && isCut(title))
      );
    case 'number':
      return (
        isCut(shape.unit) &&
        [shape.minimum ?? 0, shape.maximum ?? 0, shape.step ?? 1].every((bound) => Number.isFinite(bound))
      );
    case 'text':
      return shape.maxLength <= MAX_TEXT_LENGTH;
    case 'boolean':
    case 'unknown':
      return true;
    default:
      return assertNever(shape);
  }
}

/** What exceeds a limit. */
function excessOf(controls: readonly Control[]): readonly unknown[] {
  const wrong = controls.filter(
    (control) =>
      !control.path.startsWith('/') ||
      control.title === '' ||
      !isCut(control.title) ||
      !isCut(control.description, MAX_DESCRIPTION_LENGTH) ||
      (control.type === 'value' && !isBounded(control.shape)),
  );
  return controls.length > MAX_CONTROLS ? [...wrong, controls.length] : wrong;
}

describe('a list of links', () => {
  test('has a control for each interface that says how it is used', () => {
    const text =
      '</s>;if="core.s";rt="temperature-c",</p>;if="core.p";title="Level";obs,</a>;if="x core.a",</rp>;if=core.rp,</old>;if="sensor",</none>;rt=x,</b>;if="core.b",</p/:id>;if="core.p";pattern,<coap://x/y>;if="core.s",</td>;rt="x wot.thing",</log>;rt="longwire.events"';
    const linked = readLinks(text);
    expect(linked).toMatchObject({ thing: '/td', events: '/log' });
    expect(
      linked?.controls.map((control) => [
        control.path,
        control.title,
        control.isWritable,
        control.isObservable,
      ]),
    ).toEqual([
      ['/s', '/s', false, false],
      ['/p', 'Level', true, true],
      ['/a', '/a', true, false],
      ['/rp', '/rp', false, false],
      ['/old', '/old', false, false],
    ]);
    expect(linked?.controls.map(({ shape }) => shape.kind === 'unknown' && shape.isActuator)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  test('that is none has none', () => expect(readLinks('<')).toBeUndefined());
});

/** A device with these answers. */
function deviceOf(
  answers: Readonly<
    Record<string, { readonly statusCode: number; readonly text?: string; readonly bytes?: number }>
  >,
) {
  const asked: string[] = [];
  let connectAgain: (() => void) | undefined;
  const session: Parameters<typeof followResources>[0] = {
    request: async (_method, path, { signal } = {}) => {
      signal?.throwIfAborted();
      asked.push(path);
      const answer = answers[path];
      if (answer === undefined) throw new Error('no connection');
      const { statusCode, text = '', bytes = text.length } = answer;
      return {
        statusCode,
        payload: new Uint8Array(bytes),
        text: () => text,
        json: () => undefined,
        cbor: async () => Promise.resolve(null),
      };
    },
    on: (_event, listener) => {
      connectAgain = listener;
      return () => undefined;
    },
  };
  return { session, asked, connectAgain: () => connectAgain?.() };
}

const CORE = '/.well-known/core';
const WOT = '/.well-known/wot';
const loaded = async (answers: Parameters<typeof deviceOf>[0]) =>
  (await loadResources(deviceOf(answers).session, new AbortController().signal))?.controls.map(
    ({ path, title }) => `${path} ${title}`,
  );

describe('the controls of a device', () => {
  const list = {
    statusCode: 205,
    text: '</light>;if="core.p",</lamp>;if="core.a",</.well-known/wot>;rt="wot.thing"',
  };
  const thing = { statusCode: 205, text: JSON.stringify({ properties: { light: LIGHT } }) };

  test('are those of its description, and those that its links alone describe', async () => {
    expect(await loaded({ [CORE]: list, [WOT]: thing })).toEqual(['/light Light', '/lamp /lamp']);
  });

  test.each([
    ['the right to it', { statusCode: 403 }],
    ['JSON in it', { statusCode: 205, text: '{' }],
    ['a size that can be read', { statusCode: 205, text: thing.text, bytes: MAX_DESCRIPTION_BYTES + 1 }],
  ])('are those of its links alone for a description without %s', async (_what, answer) => {
    expect(await loaded({ [CORE]: list, [WOT]: answer })).toEqual(['/light /light', '/lamp /lamp']);
  });

  test('are none for a device without a list, and unknown without an answer', async () => {
    expect(await loaded({ [CORE]: { statusCode: 404 } })).toEqual([]);
    expect(await loaded({ [CORE]: { statusCode: 205, text: 'no links' } })).toEqual([]);
    expect(await loaded({})).toBeUndefined();
  });

  test('are asked for again over the next connection, and not after the end', async () => {
    const device = deviceOf({ [CORE]: { statusCode: 205, text: '</lamp>;if="core.a"' } });
    const noted: number[] = [];
    const stop = followResources(device.session, ({ controls }) => noted.push(controls.length));
    await expect.poll(() => noted).toEqual([1]);
    device.connectAgain();
    await expect.poll(() => noted).toEqual([1, 1]);
    device.connectAgain();
    stop();
    await new Promise((resolve) => setTimeout(resolve));
    expect(device.asked).toHaveLength(3);
    expect(noted).toEqual([1, 1]);
  });
});

const answerOf = (text: string, contentFormat?: number) => ({
  payload: utf8Encode(text),
  text: () => text,
  ...(contentFormat === undefined ? {} : { contentFormat }),
});
const UNKNOWN = { shape: { kind: 'unknown', isActuator: false } } as const;
const ACTUATOR = { shape: { kind: 'unknown', isActuator: true } } as const;

const pack = (...records: readonly object[]) => readValue(answerOf(JSON.stringify(records), 110), UNKNOWN);

describe('a value', () => {
  test.each([
    ['true', 50, true, 'true', 50],
    ['21.5', 50, 21.5, '21.5', 50],
    ['"eco"', 50, 'eco', '"eco"', 50],
    ['true', undefined, true, 'true', 0],
    [' 7\n', 0, 7, '7', 0],
    ['-0.5', 0, -0.5, '-0.5', 0],
    ['half past', 0, 'half past', 'half past', 0],
    ['1', 0, 1, '1', 0],
  ])(
    '%s in format %s is read, and written as the device writes it',
    (text, format, value, payload, contentFormat) => {
      const read = readValue(answerOf(text, format), UNKNOWN);
      expect(read).toMatchObject({ value });
      expect(writeValue(value, read?.encoding ?? 'json')).toEqual({ payload, contentFormat });
    },
  );

  test('of an actuator is on or off where it is 1 or 0', () => {
    const read = readValue(answerOf('0', 0), ACTUATOR);
    expect(read).toMatchObject({ value: false, encoding: 'digit' });
    expect(writeValue(true, 'digit')).toEqual({ payload: '1', contentFormat: 0 });
  });

  test('of a described text stays a text', () => {
    expect(readValue(answerOf('007', 0), { shape: { kind: 'text', maxLength: 9 } })).toMatchObject({
      value: '007',
    });
  });

  test('is the one measurement of a pack (RFC 8428), with its unit', () => {
    expect(pack({ n: 'urn:dev:ow:10e2073a01080063', u: 'Cel', v: 23.1 })).toMatchObject({
      value: 23.1,
      unit: 'Cel',
    });
    expect(pack({ vb: true })).toMatchObject({ value: true });
    expect(pack({ vs: 'eco' })).toMatchObject({ value: 'eco' });
    expect(pack({ v: 1 }, { v: 2 })).toBeUndefined();
    expect(pack({ n: 'x' })).toBeUndefined();
  });

  test.each([
    ['JSON that is none', '{', 50],
    ['a picture', 'x', 22],
    ['too many bytes', 'x'.repeat(MAX_VALUE_BYTES + 1), 0],
  ])('cannot be shown if it is %s', (_what, text, format) => {
    expect(readValue(answerOf(text, format), UNKNOWN)).toBeUndefined();
  });

  test('of many parts is shown as its text', () => {
    expect(readValue(answerOf('{"celsius": 20}', 50), UNKNOWN)).toMatchObject({
      value: undefined,
      text: '{"celsius": 20}',
    });
  });

  test('is shown within its limit, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 3000 }),
        fc.constantFrom(0, 50, 110, undefined),
        (text, format) => {
          const read = readValue(answerOf(text, format), ACTUATOR);
          expect(read?.text.length ?? 0).toBeLessThanOrEqual(MAX_SHOWN_LENGTH);
        },
      ),
    );
  });
});

test('a label is one line without control characters, cut to its length', () => {
  expect(labelOf(' a\n\u202eb\u0000 ')).toBe('a b');
  expect(labelOf('\n')).toBeUndefined();
  expect(labelOf('x'.repeat(500))).toBe(`${'x'.repeat(MAX_LABEL_LENGTH - 1)}…`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, maxLength) => {
      const label = labelOf(text, maxLength) ?? '';
      expect(label.length).toBeLessThanOrEqual(maxLength);
      expect(label).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
  );
});

test.each([
  [21.456, 'Cel', 'en', '21.5°C'],
  [21.456, 'Cel', 'de', '21,5 °C'],
  [0.125, 'm3', 'en', '0.13 m³'],
  [47, '%RH', 'de', '47 %'],
  [5, 'frobs', 'en', '5 frobs'],
  [1234, undefined, 'en', '1,234'],
])('%s in %s is written in %s', (value, unit, language, text) => {
  expect(formatNumber(value, unit, language).replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ')).toBe(text);
});

const TEMPERATURE = {
  kind: 'number',
  isInteger: false,
  unit: 'Cel',
  minimum: -10,
  maximum: 30,
  step: undefined,
} as const;

test.each([
  ['20.5', 20.5],
  [' 20,5 ', 20.5],
  ['−3', -3],
  ['31', 'too-high'],
  ['-11', 'too-low'],
  ['warm', 'not-number'],
  ['', 'not-number'],
  ['1e1', 'not-number'],
])('typed as %j', (typed, number) => {
  expect(readNumber(typed, TEMPERATURE)).toBe(number);
  expect(readNumber('2.5', { ...TEMPERATURE, isInteger: true })).toBe('not-whole');
});

test.each([
  ['en', 21.5, '21.5'],
  ['de', 21.5, '21,5'],
  ['de', -1234.125, '-1234,125'],
  ['en', 20, '20'],
])(
  'a number to edit is written in its language (%s), and reads as the same number',
  (language, number, text) => {
    const shape = { ...TEMPERATURE, minimum: undefined, maximum: undefined };
    expect(editableNumber(number, language)).toBe(text);
    expect(readNumber(text, shape)).toBe(number);
  },
);
