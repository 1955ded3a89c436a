/** @module Plants one violation of each import direction in a copy of the layout and expects the lint to refuse exactly those. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_CODE, SIBLING_FOLDERS, WORKSPACE_IMPORTS } from './import-directions.ts';

const run = promisify(execFile);
const config = join(import.meta.dirname, '..', 'oxlint.config.ts');
const layout = mkdtempSync(join(tmpdir(), 'longwire-plants-'));
const planted = 'planted-violation.ts';

interface Plant {
  readonly file: string;
  readonly specifier: string;
  readonly allowed: boolean;
}

const everyWorkspace = Object.keys(WORKSPACE_IMPORTS).map((path) => path.slice(path.indexOf('/') + 1));

function plantsFor(workspace: string, allowed: readonly string[]): Plant[] {
  const own = workspace.slice(workspace.indexOf('/') + 1);
  const names = everyWorkspace.filter((name) => name !== own);
  return names.map((name, index) => ({
    file: join(workspace, 'src', `planted-${index}`, planted),
    specifier: `@longwire/${name}`,
    // what a page loads of the protocol is named entry by entry
    allowed: allowed.includes(name) && !(PAGE_CODE.has(workspace) && name === 'protocol'),
  }));
}

const plants: Plant[] = [
  ...Object.entries(WORKSPACE_IMPORTS).flatMap(([workspace, allowed]) => plantsFor(workspace, allowed)),
  { file: `packages/protocol/src/planted-node/${planted}`, specifier: 'node:fs', allowed: false },
  { file: `packages/client/src/planted-node/${planted}`, specifier: 'node:fs', allowed: false },
  ...Array.from(PAGE_CODE, (workspace) => ({
    file: `${workspace}/src/planted-entry/${planted}`,
    specifier: '@longwire/protocol/base',
    allowed: true,
  })),
  {
    file: `packages/client/src/planted-deep/${planted}`,
    specifier: '@longwire/protocol/src/index',
    allowed: false,
  },
  {
    file: `packages/device/src/planted-path/${planted}`,
    specifier: '../../../client/src/index.ts',
    allowed: false,
  },
  ...Object.entries(SIBLING_FOLDERS).flatMap(([workspace, folders]) =>
    folders.flatMap((folder, index) => ({
      file: join(workspace, 'src', folder, 'planted', planted),
      specifier: `../${folders[(index + 1) % folders.length]}/anything.ts`,
      allowed: false,
    })),
  ),
];

function source(specifier: string): string {
  return `import { planted } from '${specifier}';\n\nexport const value: unknown = planted;\n`;
}

let output = '';

beforeAll(async () => {
  writeFileSync(join(layout, 'oxlint.config.ts'), `export { default } from '${config}';\n`);
  for (const { file, specifier } of plants) {
    mkdirSync(dirname(join(layout, file)), { recursive: true });
    writeFileSync(join(layout, file), source(specifier));
  }
  output = await run('oxlint', ['--format', 'unix'], { cwd: layout, maxBuffer: 1 << 24 }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
});

afterAll(() => rmSync(layout, { recursive: true }));

test.each(plants)('$file importing $specifier is allowed: $allowed', ({ file, allowed }) => {
  const refused = output
    .split('\n')
    .some((line) => line.includes(file) && line.includes('no-restricted-imports'));
  expect(refused).toBe(!allowed);
});
