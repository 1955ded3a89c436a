/** @module Loaded before the parsers: their sources are changed so that each branch reports when it is reached for the first time. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

/** Branches that have been reached, by number. */
const reached = new Uint8Array(1 << 16);

let branches = 0;
let firstTimes = 0;

/** Texts that the sources compare with. */
const words = new Set<string>();

Object.assign(globalThis, {
  longwireReached: reached,
  longwireReach: (branch: number) => {
    reached[branch] = 1;
    firstTimes += 1;
  },
});

/** How many branches have been reached. */
export const reachedBranches = (): number => firstTimes;

/** The texts of all loaded sources, as far as an input may contain them. */
export const sourceWords = (): readonly string[] => [...words];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The longest text that is a word of a format and not of an error. */
const MAX_WORD = 30;

/** Reports that another branch is reached. */
function note(): string {
  branches += 1;
  return `longwireReached[${branches}]||longwireReach(${branches})`;
}

/** A source with a note at the start of each branch. */
function withNotes(source: string, file: string): string {
  const before = new Map<number, string[]>();
  const after = new Map<number, string[]>();
  const insert = (at: number, text: string): void => void before.set(at, [...(before.get(at) ?? []), text]);
  const wrap = ({ start, end }: Node, [open, close]: readonly [string, string]): void => {
    insert(start, open);
    after.set(end, [close, ...(after.get(end) ?? [])]);
  };
  const wrapValue = (node: Node): void => wrap(node, [`(${note()},`, ')']);
  const wrapBody = (node: Node | null): void => {
    if (node !== null && node.type !== 'BlockStatement') wrap(node, [`{${note()};`, '}']);
  };
  new Visitor({
    BlockStatement: ({ start }) => insert(start + 1, `${note()};`),
    ArrowFunctionExpression: ({ body }) => {
      if (body.type !== 'BlockStatement') wrapValue(body);
    },
    ConditionalExpression: ({ consequent, alternate }) => [consequent, alternate].forEach(wrapValue),
    LogicalExpression: ({ right }) => wrapValue(right),
    IfStatement: ({ consequent, alternate }) => [consequent, alternate].forEach(wrapBody),
    ForStatement: ({ body }) => wrapBody(body),
    ForOfStatement: ({ body }) => wrapBody(body),
    WhileStatement: ({ body }) => wrapBody(body),
    SwitchCase: ({ consequent: [first] }) => {
      if (first !== undefined) insert(first.start, `${note()};`);
    },
    Literal: ({ value }) => {
      if (typeof value === 'string' && value !== '' && value.length <= MAX_WORD) words.add(value);
    },
  }).visit(parseSync(file, source).program);
  const places = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => a - b);
  const parts = places.map((at, index) => [
    ...(after.get(at) ?? []),
    ...(before.get(at) ?? []),
    source.slice(at, places[index + 1]),
  ]);
  return source.slice(0, places[0]) + parts.flat().join('');
}

registerHooks({
  load: (url, context, nextLoad) => {
    if (!/\/packages\/\w+\/src\/.*\.ts$/u.test(url)) return nextLoad(url, context);
    const file = fileURLToPath(url);
    return {
      format: 'module-typescript',
      source: withNotes(readFileSync(file, 'utf8'), file),
      shortCircuit: true,
    };
  },
});
