/** @module Every command of operate-api.md runs, in its order, against a real service; answers that are shown have those fields. */
/// <reference types="node" />
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createService, type Service } from '../../packages/signaling/src/index.ts';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, '../../packages/signaling/src/cli/main.ts');
const FENCE = /```(sh|json)\n([\s\S]*?)```/gu;

let directory: string;
let service: Service;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'longwire-api-guide-'));
  service = await createService({ database: join(directory, 'service.sqlite') });
});

afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

/** What a block of commands printed, and the variables at its end. */
async function runBlock(
  text: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ output: string; variables: Record<string, string> }> {
  const script = [
    'set -euo pipefail',
    'longwire-signaling() { "$NODE" --conditions=longwire-source "$CLI" "$@"; }',
    text.replace('http://localhost:8700', service.url.replace('127.0.0.1', 'localhost')),
    'printf "\\n%s\\n%s\\n%s" "@@@" "${KEY:-}" "${SERVICE:-}"',
  ].join('\n');
  const env = {
    ...process.env,
    ...variables,
    CLI,
    NODE: process.execPath,
    LONGWIRE_DATABASE: join(directory, 'service.sqlite'),
  };
  const { stdout } = await run('bash', ['-c', script], { cwd: directory, env }).catch((error: unknown) => {
    throw new Error(`${text}\n${JSON.stringify(error)}`);
  });
  const [output = '', tail = ''] = stdout.split('\n@@@\n');
  const [KEY = '', SERVICE = ''] = tail.split('\n');
  return { output, variables: { ...variables, ...idsIn(output), KEY, SERVICE } };
}

/** `"tokenId":"x"` of an answer is `$TOKEN_ID` from then on. */
function idsIn(output: string): Record<string, string> {
  const found = [...output.matchAll(/"(token|key|session)Id":"([^"]+)"/gu)];
  return Object.fromEntries(found.map(([, name = '', id = '']) => [`${name.toUpperCase()}_ID`, id]));
}

function fieldsOf(text: string): string[] {
  const value: object = JSON.parse(text);
  return Object.keys(value).sort();
}

test('the guide to the API', { timeout: 120_000 }, async () => {
  const guide = await readFile(join(import.meta.dirname, 'operate-api.md'), 'utf8');
  let variables: Record<string, string> = {};
  let output = '';
  let commands = 0;
  const shown: string[][] = [];
  const answered: string[][] = [];
  for (const [, language, text = ''] of guide.matchAll(FENCE)) {
    if (language === 'sh') {
      ({ output, variables } = await runBlock(text, variables));
      commands += text.split('curl ').length - 1;
    } else if (!text.includes('ERR_')) {
      shown.push(fieldsOf(text));
      answered.push(
        fieldsOf(
          output
            .trim()
            .split(/(?<=\})(?=\{)/u)
            .at(-1) ?? '',
        ),
      );
    }
  }
  expect(answered).toEqual(shown);
  expect(commands).toBeGreaterThan(20);
  expect(variables['KEY']).toMatch(/^lwk_/);
});

test('the guide names the metrics that there are', async () => {
  const guide = await readFile(join(import.meta.dirname, 'operate-api.md'), 'utf8');
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const made = new Set([...text.matchAll(/^# TYPE (longwire_\w+)/gmu)].map(([, name]) => name));
  const named = new Set([...guide.matchAll(/`?(longwire_[a-z_]+)/gu)].map(([, name]) => name));
  expect(named).toEqual(made);
});
