/** @module Each checker of `npm run check` counts because a planted violation makes it fail here. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const project = mkdtempSync(join(tmpdir(), 'longwire-check-'));

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'planted', type: 'module', main: 'src/index.ts' }),
  'tsconfig.json': JSON.stringify({ extends: join(root, 'tsconfig.base.json'), include: ['src'] }),
  'oxlint.config.ts': `export { default } from '${join(root, 'oxlint.config.ts')}';\n`,
  'src/index.ts': "export { used } from './used.ts';\n",
  'src/used.ts': "export const used: string = 'used';\nexport const unused: string = 'unused';\n",
  'src/hen.ts': "import type { Egg } from './egg.ts';\nexport interface Hen {\n  egg: Egg;\n}\n",
  'src/egg.ts': "import type { Hen } from './hen.ts';\nexport interface Egg {\n  hen: Hen;\n}\n",
  'src/floating.ts': 'async function work(): Promise<void> {}\nwork();\n',
  'src/mistyped.ts': "export const count: number = 'one';\n",
  'src/unformatted.ts': 'export   const a:string="a"\n',
};

interface Outcome {
  readonly failed: boolean;
  readonly output: string;
}

async function check(command: string, ...args: string[]): Promise<Outcome> {
  return await run(command, args, { cwd: project }).then(
    ({ stdout, stderr }) => ({ failed: false, output: stdout + stderr }),
    (error: { stdout: string; stderr: string }) => ({ failed: true, output: error.stdout + error.stderr }),
  );
}

beforeAll(() => {
  mkdirSync(join(project, 'src'));
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
});

afterAll(() => rmSync(project, { recursive: true }));

test('a floating promise fails the typed lint', async () => {
  const { failed, output } = await check('oxlint', '--format', 'unix');
  expect(failed).toBe(true);
  expect(output).toMatch(/floating\.ts:2.*no-floating-promises/u);
});

test('files that import only types from each other fail the lint', async () => {
  const { failed, output } = await check('oxlint', '--format', 'unix');
  expect(failed).toBe(true);
  expect(output).toMatch(/hen\.ts:1.*no-cycle/u);
});

test('a wrong type fails the type check', async () => {
  const { failed, output } = await check('tsc', '-p', '.');
  expect(failed).toBe(true);
  expect(output).toContain('src/mistyped.ts(1,14): error TS2322');
});

test('an unused export and an unused file fail the check for unused code', async () => {
  const { failed, output } = await check('knip', '--no-progress');
  expect(failed).toBe(true);
  expect(output).toMatch(/unused\s+src\/used\.ts/u);
  expect(output).toContain('src/floating.ts');
});

test('an unformatted file fails the format check', async () => {
  const { failed, output } = await check('oxfmt', '--check', '.');
  expect(failed).toBe(true);
  expect(output).toContain('src/unformatted.ts');
});
