/** @module Writes an application from a template. */
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { EdgeError } from '@longwire/protocol/base';
import { appManifest, packageName } from './app-manifest.ts';
import { templateFolder, type Template } from './templates.ts';

/** What to create. */
export interface AppOptions {
  /** Where, relative to the working directory; it must be missing or empty. */
  readonly folder: string;
  readonly template: Template;
  /** The release of Longwire that the application uses. */
  readonly version: string;
}

/** The template's files whose own names npm, or the tools of this repository, would act on. */
const RENAMED = [
  ['_gitignore', '.gitignore'],
  ['_tsconfig.json', 'tsconfig.json'],
] as const;

/** Creates an application. @throws EdgeError ERR_ALREADY_EXISTS for a folder that is not empty, which stays as it is */
export async function createApp({ folder, template, version }: AppOptions): Promise<void> {
  await requireEmpty(folder);
  await mkdir(folder, { recursive: true });
  await cp(templateFolder(template), folder, { recursive: true });
  for (const [stored, name] of RENAMED) await rename(join(folder, stored), join(folder, name));
  const stored = join(folder, '_package.json');
  const name = packageName(basename(resolve(folder)));
  const manifest = appManifest(await readFile(stored, 'utf8'), { name, version });
  await writeFile(join(folder, 'package.json'), manifest);
  await rm(stored);
}

async function requireEmpty(folder: string): Promise<void> {
  const [first] = await filesIn(folder);
  if (first === undefined) return;
  const problem = `the folder ${folder} is not empty (it contains ${first}): nothing was changed`;
  throw new EdgeError('ERR_ALREADY_EXISTS', `${problem}. Name another folder`);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    if (code === 'ENOENT') return [];
    if (code !== 'ENOTDIR') throw error;
    throw new EdgeError(
      'ERR_ALREADY_EXISTS',
      `${folder} is a file: nothing was changed. Name another folder`,
    );
  }
}
