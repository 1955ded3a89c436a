/**
 * @module deploy/Containerfile without a container engine: its build runs in a temporary directory with the
 * local tools, and the files of its last stage run as its user. Not covered: the base image, and `npm ci` in
 * it, which is the same command in .ci/run.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeDirectory,
  type TestDirectory,
} from '../../packages/signaling/src/test-support/directory.fixture.ts';
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { readDeployFile } from './deploy-file.fixture.ts';
import { linkPackages } from '../../e2e/harness/linked-copy.ts';
import { productionPackages } from '../release/production-packages.ts';
import { ROOT } from '../step.ts';

const run = promisify(execFile);

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** The instructions of a Containerfile, by stage. */
function stagesOf(text: string): Instruction[][] {
  const joined = text.replaceAll(/^#.*\n/gmu, '').replaceAll(/\\\n\s*/gu, ' ');
  const stages: Instruction[][] = [[]];
  for (const line of joined.split('\n').filter((each) => each.trim() !== '')) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/u.exec(line) ?? [];
    if (word === 'FROM') stages.push([]);
    stages.at(-1)?.push({ word, rest });
  }
  return stages;
}

const [, build = [], final = []] = stagesOf(readDeployFile('Containerfile'));
const rests = (stage: readonly Instruction[], word: string): string[] =>
  stage.filter((each) => each.word === word).map(({ rest }) => rest);
const variables = Object.fromEntries(
  rests(final, 'ENV').flatMap((rest) =>
    [...rest.matchAll(/(\w+)=(\S+)/gu)].map(([, name = '', value = '']) => [name, value]),
  ),
);

let directory: TestDirectory;
let source: string;
let image: string;

/** The repository as `COPY . .` sees it: files in git, except those in .dockerignore. */
async function copySource(): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    cpSync(join(ROOT, file), join(source, file));
  }
}

/**
 * Runs a build step. What npm would install is already present: the same packages, at the versions of the
 * lock file.
 */
async function runStep(line: string): Promise<void> {
  if (line.startsWith('npm ci ')) return;
  try {
    await run('sh', ['-ec', line], { cwd: source, env: { ...process.env, NODE_OPTIONS: '' } });
  } catch (error) {
    const { stdout } = Object.assign({ stdout: '' }, error);
    throw new Error(`${line} failed: ${stdout}`, { cause: error });
  }
}

/** `COPY --from=build` and the data directory. */
function fillImage(): void {
  for (const rest of rests(final, 'COPY')) {
    const [, from = '', to = ''] = /^--from=build \/src\/(\S+) (\S+)$/u.exec(rest) ?? [];
    if (from === 'node_modules')
      for (const name of productionPackages(['packages/signaling']).installed) copyPackage(name);
    else cpSync(join(source, from), join(image, to), { recursive: true });
  }
  mkdirSync(join(image, 'node_modules/@longwire'), { recursive: true });
  for (const name of ['protocol', 'cluster', 'signaling'])
    symlinkSync(`../../packages/${name}`, join(image, 'node_modules/@longwire', name));
}

function copyPackage(path: string): void {
  cpSync(join(ROOT, path), join(image, path), {
    recursive: true,
    filter: (file) => !file.includes('/node_modules/.cache'),
  });
}

beforeAll(async () => {
  directory = await makeDirectory();
  source = join(directory.path, 'src');
  image = join(directory.path, 'app');
  await copySource();
  linkPackages(source);
  for (const line of rests(build, 'RUN')) await runStep(line);
  fillImage();
  // mkdtemp restricts it to its owner, and the service is another user.
  chmodSync(directory.path, 0o755);
}, 180_000);

afterAll(async () => {
  await directory[Symbol.asyncDispose]();
});

test("both stages use the same Node, and no step runs packages' scripts", () => {
  const text = readDeployFile('Containerfile');
  expect(text).toMatch(/^ARG NODE_IMAGE=docker\.io\/library\/node:24-bookworm-slim$/mu);
  expect(rests(build, 'FROM').concat(rests(final, 'FROM'))).toEqual([
    '${NODE_IMAGE} AS build',
    '${NODE_IMAGE}',
  ]);
  const installs = rests(build, 'RUN').filter((line) => line.includes('npm'));
  expect(installs).toHaveLength(2);
  for (const line of installs) expect(line).toMatch(/^npm ci --ignore-scripts/u);
  expect(rests(final, 'USER')).toEqual(['10001:10001']);
  expect(rests(final, 'STOPSIGNAL')).toEqual(['SIGTERM']);
});

test('the files of the last stage start as its user, pass its health check, and stop with exit code 0', async () => {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: 10_001, gid: 10_001 } : {};
  const data = join(directory.path, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, 10_001, 10_001);
  const port = await freePort();
  const placed = Object.entries(variables).map(([name, value]) => [
    name,
    value.replace(/^\/app\//u, `${image}/`),
  ]);
  const env = {
    PATH: process.env['PATH'],
    ...Object.fromEntries(placed),
    LONGWIRE_HOST: '127.0.0.1',
    LONGWIRE_PORT: String(port),
  };
  expect(rests(final, 'WORKDIR').at(-1)).toBe('/data');
  const [command = '', ...args] = JSON.parse(rests(final, 'ENTRYPOINT')[0] ?? '[]').concat(
    JSON.parse(rests(final, 'CMD')[0] ?? '[]'),
  );
  expect([command, args.at(-1)]).toEqual(['node', 'serve']);
  const child = spawn(
    process.execPath,
    args.map((arg: string) => arg.replace(/^\/app\//u, `${image}/`)),
    { cwd: data, env, ...user, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  const exited = once(child, 'exit');
  try {
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
    expect([line, said]).toEqual([
      `longwire-signaling listening on http://127.0.0.1:${port}`,
      expect.any(String),
    ]);
    const [, check = '[]'] = /CMD (\[.*\])$/u.exec(rests(final, 'HEALTHCHECK')[0] ?? '') ?? [];
    const [, ...checkArgs]: string[] = JSON.parse(check);
    await run(process.execPath, checkArgs, { env, ...user });
    await expect(
      run(process.execPath, checkArgs, { env: { ...env, LONGWIRE_PORT: '1' }, ...user }),
    ).rejects.toMatchObject({ code: 1 });
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<div id="root">');
    const shell = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(shell.status).toBe(200);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await exited).toEqual([0, null]);
  expect(readdirSync(data)).toEqual(['longwire-signaling.db']);
}, 60_000);
