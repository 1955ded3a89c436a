/** @module Deny beats Allow, and nothing matching means denied. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluatePolicy, type Attributes } from './evaluate-policy.ts';
import { CONDITION_OPERATORS, type Condition, type IamConfig, type Statement } from './iam-config.ts';
import { defaultIamConfig } from './default-config.ts';

function configOf(...statements: readonly Statement[]): IamConfig {
  return {
    ...defaultIamConfig,
    policies: [{ id: 'P', statements }],
    roles: [{ id: 'R', policies: ['P', 'missing policy'] }],
  };
}

const allow = (action: string, ...conditions: readonly Condition[]): Statement => ({
  effect: 'Allow',
  actions: [action],
  conditions,
});
const deny = (action: string, ...conditions: readonly Condition[]): Statement => ({
  ...allow(action, ...conditions),
  effect: 'Deny',
});
const decide = (config: IamConfig, action: string, attributes: Attributes = {}): boolean =>
  evaluatePolicy(config, 'R', action, attributes);

const when = (operator: Condition['operator'], ...values: readonly string[]): IamConfig =>
  configOf(allow('A', { operator, key: 'IAM:Username', values }));
const allows = (config: IamConfig, value: string, attributes: Attributes = {}): boolean =>
  decide(config, 'A', { 'IAM:Username': value, ...attributes });

describe('statements', () => {
  test('an action that no statement matches is denied', () =>
    expect(decide(configOf(allow('A')), 'B')).toBe(false));
  test('a matching Allow allows the action', () => expect(decide(configOf(allow('A')), 'A')).toBe(true));
  test('Deny beats Allow in either order', () => {
    expect(decide(configOf(allow('A'), deny('A')), 'A')).toBe(false);
    expect(decide(configOf(deny('A'), allow('A')), 'A')).toBe(false);
  });
  test('a star matches any suffix of an action', () => {
    expect(decide(configOf(allow('IAM:*')), 'IAM:GetUser')).toBe(true);
    expect(decide(configOf(allow('IAM:*')), 'Webrtc:Talk')).toBe(false);
  });
  test('an unknown role and no role have no rights', () => {
    expect(evaluatePolicy(configOf(allow('A')), 'other', 'A', {})).toBe(false);
    expect(evaluatePolicy(configOf(allow('A')), undefined, 'A', {})).toBe(false);
  });
});

describe('conditions', () => {
  test.each<[Condition['operator'], string, string, boolean]>([
    ['StringEquals', 'a', 'a', true],
    ['StringEquals', 'a', 'b', false],
    ['StringEquals', 'A', 'a', false],
    ['StringNotEquals', 'a', 'b', true],
    ['StringNotEquals', 'a', 'a', false],
    ['NumericEquals', '1', '1.0', true],
    ['NumericEquals', '1', '2', false],
    ['NumericNotEquals', '1', '2', true],
    ['NumericNotEquals', '1', '1', false],
    ['NumericLessThan', '1', '2', true],
    ['NumericLessThan', '2', '2', false],
    ['NumericLessThanEquals', '2', '2', true],
    ['NumericLessThanEquals', '3', '2', false],
    ['NumericGreaterThan', '3', '2', true],
    ['NumericGreaterThan', '2', '2', false],
    ['NumericGreaterThanEquals', '2', '2', true],
    ['NumericGreaterThanEquals', '-1', '2', false],
    ['Bool', 'true', 'true', true],
    ['Bool', 'true', 'false', false],
  ])('%s: %s against %s', (operator, actual, expected, verdict) => {
    expect(allows(when(operator, expected), actual)).toBe(verdict);
  });

  test('one of several values must match; for a negation all must differ', () => {
    expect(allows(when('StringEquals', 'a', 'b'), 'b')).toBe(true);
    expect(allows(when('StringNotEquals', 'a', 'b'), 'b')).toBe(false);
    expect(allows(when('StringNotEquals', 'a', 'b'), 'c')).toBe(true);
  });

  test('all conditions must hold', () => {
    const config = configOf(
      allow(
        'A',
        { operator: 'StringEquals', key: 'IAM:Username', values: ['a'] },
        { operator: 'Bool', key: 'Connection:IsLocal', values: ['true'] },
      ),
    );
    expect(allows(config, 'a', { 'Connection:IsLocal': 'true' })).toBe(true);
    expect(allows(config, 'a', { 'Connection:IsLocal': 'false' })).toBe(false);
  });

  test('a variable has the value of its attribute, and without the attribute nothing equals it', () => {
    const own = when('StringEquals', '${Connection:Username}');
    expect(allows(own, 'bob', { 'Connection:Username': 'bob' })).toBe(true);
    expect(allows(own, 'bob', { 'Connection:Username': 'eve' })).toBe(false);
    expect(allows(own, 'bob')).toBe(false);
    expect(allows(own, '')).toBe(false);
    expect(allows(own, '${Connection:Username}')).toBe(false);
    expect(allows(when('StringNotEquals', '${Connection:Username}'), 'bob')).toBe(false);
  });

  test('no condition holds without its attribute', () => {
    for (const operator of CONDITION_OPERATORS) expect(decide(when(operator, 'a'), 'A')).toBe(false);
  });

  test.each(['__proto__', 'constructor', 'toString'])('the key %s is not an attribute', (key) => {
    expect(decide(configOf(allow('A', { operator: 'StringNotEquals', key, values: ['a'] })), 'A')).toBe(
      false,
    );
  });

  test('a condition that cannot be evaluated denies, in Allow and Deny statements', () => {
    const broken: Condition = { operator: 'NumericEquals', key: 'IAM:Username', values: ['1'] };
    expect(decide(configOf(allow('A'), deny('A', broken)), 'A', { 'IAM:Username': 'one' })).toBe(false);
    expect(decide(configOf(allow('A'), allow('A', broken)), 'A', { 'IAM:Username': '' })).toBe(false);
    expect(allows(when('Bool', 'yes'), 'true')).toBe(false);
  });
});

describe('any policies', () => {
  const action = fc.constantFrom('A', 'B', 'IAM:Get', 'IAM:*', '*');
  const text = fc.constantFrom(
    'a',
    'b',
    '1',
    '2',
    'true',
    'false',
    '',
    '${Connection:Username}',
    '${nothing}',
  );
  const key = fc.constantFrom('Connection:Username', 'IAM:Username', 'IAM:RoleId', '__proto__');
  const condition = fc.record({
    operator: fc.constantFrom(...CONDITION_OPERATORS),
    key,
    values: fc.array(text, { maxLength: 3 }),
  });
  const statement = fc.record({
    effect: fc.constantFrom('Allow' as const, 'Deny' as const),
    actions: fc.array(action, { maxLength: 3 }),
    conditions: fc.array(condition, { maxLength: 2 }),
  });
  const statements = fc.array(statement, { maxLength: 5 });
  const attributes = fc.dictionary(
    fc.constantFrom('Connection:Username', 'IAM:Username', 'IAM:RoleId'),
    text,
  );
  const asked = fc.constantFrom('A', 'B', 'IAM:Get');

  test('another Deny without conditions denies, at any position', () => {
    fc.assert(
      fc.property(statements, fc.nat(5), asked, attributes, (given, at, action, facts) => {
        const all: readonly Statement[] = [...given.slice(0, at), deny(action), ...given.slice(at)];
        expect(decide(configOf(...all), action, facts)).toBe(false);
      }),
    );
  });

  test('another Deny never allows what was denied', () => {
    fc.assert(
      fc.property(statements, statement, asked, attributes, (given, more, action, facts) => {
        const after = decide(configOf(...given, { ...more, effect: 'Deny' }), action, facts);
        expect([after, decide(configOf(...given), action, facts)]).not.toEqual([true, false]);
      }),
    );
  });

  test('an action is denied without an Allow that matches it', () => {
    fc.assert(
      fc.property(statements, attributes, (given, facts) => {
        expect(decide(configOf(...given.map((one) => ({ ...one, actions: ['A'] }))), 'B', facts)).toBe(false);
      }),
    );
  });

  test('the order of statements does not matter', () => {
    fc.assert(
      fc.property(statements, asked, attributes, (given, action, facts) => {
        const backwards = decide(configOf(...given.toReversed()), action, facts);
        expect(decide(configOf(...given), action, facts)).toBe(backwards);
      }),
    );
  });
});
