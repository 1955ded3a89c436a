/** @module The decision: may this role do this action, given these attributes? Deny beats Allow, and nothing matching means denied. */
import { assertNever } from '@longwire/protocol';
import type { Condition, ConditionOperator, IamConfig, Statement } from './iam-config.ts';

/** Facts a decision depends on: `Connection:Username`, `Connection:IsLocal`, `IAM:Username`, `IAM:RoleId`. */
export type Attributes = Readonly<Record<string, string>>;

type Match = 'match' | 'no-match' | 'error';

const VARIABLE = /^\$\{([^{}]+)\}$/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/u;

function attributeOf(attributes: Attributes, name: string): string | undefined {
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
}

/** The value itself, or the attribute that a variable names; undefined for a variable without an attribute. */
function resolveValue(value: string, attributes: Attributes): string | undefined {
  const name = VARIABLE.exec(value)?.[1];
  return name === undefined ? value : attributeOf(attributes, name);
}

/** One comparison; undefined if a side has the wrong type for the operator. */
function compare(operator: ConditionOperator, actual: string, expected: string): boolean | undefined {
  if (operator === 'StringEquals') return actual === expected;
  if (operator === 'StringNotEquals') return actual !== expected;
  if (operator === 'Bool')
    return [actual, expected].every((side) => side === 'true' || side === 'false')
      ? actual === expected
      : undefined;
  if (!NUMBER.test(actual) || !NUMBER.test(expected)) return undefined;
  return compareNumbers(operator, Number(actual), Number(expected));
}

type NumericOperator = Exclude<ConditionOperator, 'StringEquals' | 'StringNotEquals' | 'Bool'>;

function compareNumbers(operator: NumericOperator, actual: number, expected: number): boolean {
  switch (operator) {
    case 'NumericEquals':
      return actual === expected;
    case 'NumericNotEquals':
      return actual !== expected;
    case 'NumericLessThan':
      return actual < expected;
    case 'NumericLessThanEquals':
      return actual <= expected;
    case 'NumericGreaterThan':
      return actual > expected;
    case 'NumericGreaterThanEquals':
      return actual >= expected;
    default:
      return assertNever(operator);
  }
}

const isNegated = (operator: ConditionOperator): boolean => operator.endsWith('NotEquals');

/** A condition holds when one value matches, a negated one when all do; without the attribute it never holds. */
function matchCondition({ operator, key, values }: Condition, attributes: Attributes): Match {
  const actual = attributeOf(attributes, key);
  if (actual === undefined) return 'no-match';
  const verdicts: boolean[] = [];
  for (const value of values) {
    const expected = resolveValue(value, attributes);
    const verdict = expected === undefined ? false : compare(operator, actual, expected);
    if (verdict === undefined) return 'error';
    verdicts.push(verdict);
  }
  const holds = isNegated(operator) ? verdicts.every(Boolean) : verdicts.some(Boolean);
  return holds && verdicts.length > 0 ? 'match' : 'no-match';
}

function matchesAction(pattern: string, action: string): boolean {
  return pattern.endsWith('*') ? action.startsWith(pattern.slice(0, -1)) : pattern === action;
}

function matchStatement({ actions, conditions }: Statement, action: string, attributes: Attributes): Match {
  if (!actions.some((pattern) => matchesAction(pattern, action))) return 'no-match';
  const matches = conditions.map((condition) => matchCondition(condition, attributes));
  if (matches.includes('error')) return 'error';
  return matches.every((match) => match === 'match') ? 'match' : 'no-match';
}

/** The statements of a role; policies that do not exist are skipped. */
function statementsOf(config: IamConfig, roleId: string): readonly Statement[] {
  const policies = config.roles.find(({ id }) => id === roleId)?.policies ?? [];
  return config.policies.filter(({ id }) => policies.includes(id)).flatMap(({ statements }) => statements);
}

/** Whether a role may do an action. A condition that cannot be evaluated denies, in Allow and Deny statements. */
export function evaluatePolicy(
  config: IamConfig,
  roleId: string | undefined,
  action: string,
  attributes: Attributes,
): boolean {
  if (roleId === undefined) return false;
  let isAllowed = false;
  for (const statement of statementsOf(config, roleId)) {
    const match = matchStatement(statement, action, attributes);
    if (match === 'error') return false;
    if (match === 'no-match') continue;
    if (statement.effect === 'Deny') return false;
    isAllowed = true;
  }
  return isAllowed;
}
