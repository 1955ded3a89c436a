/** @module Copies the documents of the repository to the folder that VitePress reads, with links that work on the site. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../../scripts/step.ts';
import { PUBLISHED } from '../../../scripts/workspace.ts';
import { apiEntries } from './api-entries.ts';
import { rewriteLinks, type Surroundings } from './rewrite-links.ts';
import { REPOSITORY_URL } from './site-options.ts';
import { addressOf, DOCUMENTS, OTHER_DOCUMENTS, OWN_PAGES, pageOf, pictureOf } from './site-map.ts';

/** The folder of all pages, which git ignores. */
export const PAGES: string = join(ROOT, 'apps/docs/.site/pages');

/** Files that are served as they are. */
export const STATIC: string = join(PAGES, 'public');

const ICON = 'apps/console/public/favicon.svg';

const below = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`);

/** The files of the repository that the site shows. */
export function sitedFiles(): readonly string[] {
  const readmes = PUBLISHED.map((workspace) => `${workspace}/README.md`);
  const documents = [...below(DOCUMENTS), ...below(OWN_PAGES), ...Object.keys(OTHER_DOCUMENTS), ...readmes];
  return documents.filter((file) => file.endsWith('.md') || pictureOf(file) !== undefined);
}

/** Writes all pages but those of the API reference, and removes what was there. */
export function stagePages(): void {
  rmSync(PAGES, { recursive: true, force: true });
  for (const file of sitedFiles()) stageFile(file);
  place(STATIC, 'favicon.svg', (to) => copyFileSync(join(ROOT, ICON), to));
}

/** Writes one page or picture. */
export function stageFile(file: string): void {
  const picture = pictureOf(file);
  if (picture !== undefined) return place(STATIC, picture, (to) => copyFileSync(join(ROOT, file), to));
  const page = pageOf(file);
  if (page === undefined) throw new Error(`the site has no page for ${file}`);
  const text = readFileSync(join(ROOT, file), 'utf8');
  place(PAGES, page, (to) => writeFileSync(to, rewriteLinks(text, file, surroundings())));
}

function place(folder: string, path: string, write: (to: string) => void): void {
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  write(to);
}

function surroundings(): Surroundings {
  const apiPages = new Map(apiEntries().map(({ source, page }) => [source, page]));
  return {
    addressOf: (file) => addressOf(file, apiPages),
    exists: (file) => existsSync(join(ROOT, file)),
    repositoryUrl: REPOSITORY_URL,
  };
}
