/** @module The command as a process, without a terminal; and the question, with an answer in its place. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { manifest } from '../manifest.ts';
import { createProgram } from './program.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'longwire-create-'));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(parent, { recursive: true });
});

/** Runs the command to its end in the test's folder. */
function run(...args: readonly string[]): { code: number | null; stdout: string; stderr: string } {
  const command = ['--conditions=longwire-source', MAIN, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: parent,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { code: status, stdout, stderr };
}

test('a folder becomes an application of the default template, and the next steps are printed', () => {
  expect(run('my-app')).toEqual({
    code: 0,
    stdout: 'Created the application in my-app. Next:\n\n  cd my-app\n  npm install\n  npm run dev\n\n',
    stderr: '',
  });
  expect(readdirSync(join(parent, 'my-app', 'src'))).toContain('app.tsx');
});

test('--template page creates the application without React', () => {
  expect(run('my-app', '--template', 'page').code).toBe(0);
  expect(readFileSync(join(parent, 'my-app', 'package.json'), 'utf8')).not.toContain('react');
});

test('without a folder and without a terminal the usage is printed, the exit code is 1 and nothing is created', () => {
  const { code, stderr } = run();
  expect([code, stderr]).toEqual([1, expect.stringContaining('Usage: create-longwire [options] [folder]')]);
  expect(readdirSync(parent)).toEqual([]);
});

test.each<[readonly string[], string]>([
  [['app', '--template', 'vue'], 'Allowed choices are react, page'],
  [['app', 'other'], 'too many arguments'],
  [['app', '--nonsense'], "unknown option '--nonsense'"],
  [['/dev/null'], 'create-longwire: /dev/null is a file'],
])('the command line %j is rejected in words', (args, words) => {
  const { code, stderr } = run(...args);
  expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  expect(readdirSync(parent)).toEqual([]);
});

test('--help prints the usage and --version the version', () => {
  expect(run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--template <name>') });
  expect(run('--version')).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test('in a terminal the folder is asked for', async () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  const ask = vi.fn<() => Promise<string>>().mockResolvedValue(join(parent, 'asked'));
  await createProgram(ask).parseAsync([], { from: 'user' });
  expect(ask).toHaveBeenCalledOnce();
  expect(readdirSync(join(parent, 'asked'))).toContain('package.json');
});
