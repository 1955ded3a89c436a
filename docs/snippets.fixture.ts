/** @module The programs that documents show, compiled as in a reader's folder. */
/// <reference types="node" />
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** The text between code fences of a language. */
export const snippets = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'gu'))].map(([, code = '']) => code);

/** Writes programs, by the names of their files, to a folder in which the packages of this repository are installed. */
export async function writePrograms(directory: string, programs: ReadonlyMap<string, string>): Promise<void> {
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  for (const [name, code] of programs) await writeFile(join(directory, name), code);
}

/** Compiles the programs of a folder, each for Node and, with `dom`, for browsers. @throws Error with the compiler's output */
export async function compilePrograms(directory: string, lib: readonly 'dom'[] = []): Promise<void> {
  const settings = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      lib: ['es2024', 'esnext.disposable', ...lib],
      types: ['node'],
      isolatedDeclarations: false,
      declaration: false,
    },
    include: ['*.ts'],
  };
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(settings));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', directory]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
}
