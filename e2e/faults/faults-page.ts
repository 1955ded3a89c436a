/** @module docs/faults.md, generated from the catalogue: fault, what a person sees, tests. */
import { FAULT_GROUPS, FAULTS, type FaultGroup } from './catalogue.ts';
import type { Fault, FaultTest } from './fault.ts';

const HEAD = `# Faults

Generated from the catalogue in \`e2e/faults\`; a test compares it with it, and fails when a test that is named here does not exist. \`LONGWIRE_WRITE=1 npm run test:unit -- e2e/faults\` writes it.

What a person sees of each fault, how the tests inject it, and the tests that show it. \`npm test\` runs them all once; \`npm run soak -- faults --runs 20\` runs them twenty times, each time with another seed for what they choose at random, and prints a table of failures.
`;

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** A title may contain back-ticks of its own. */
const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

function testsByFile(tests: readonly FaultTest[]): string {
  const files = Map.groupBy(tests, ({ file }) => file);
  return [...files]
    .map(([file, its]) => `${code(file)}: ${its.map(({ title }) => cell(title)).join('; ')}`)
    .join('<br>');
}

function row({ id, fault, seen, how, tests }: Fault): string {
  return `| ${id} | ${cell(fault)} | ${cell(seen)} | ${cell(how)} | ${testsByFile(tests)} |`;
}

function table({ title, faults }: FaultGroup): string {
  return `## ${title}\n\n| | fault | what a person sees | how | tests |\n|---|---|---|---|---|\n${faults.map(row).join('\n')}\n`;
}

function notShown(): string {
  const rows = FAULTS.flatMap(({ id, notShown: what }) => (what === undefined ? [] : [`- ${id}: ${what}`]));
  return `## Not shown\n\n${rows.join('\n')}\n`;
}

/** The whole page. */
export function faultsPage(): string {
  return [HEAD, ...FAULT_GROUPS.map(table), notShown()].join('\n');
}
