/** @module Builds the site as static files. */
import { join } from 'node:path';
import { build } from 'vitepress';
import { ROOT, step } from '../../../scripts/step.ts';
import { API_FOLDER } from './api-entries.ts';
import { deadAnchors } from './dead-anchors.ts';
import { BASE } from './site-options.ts';
import { PAGES, stagePages, STATIC } from './stage-pages.ts';
import { writeApiReference } from './write-api-reference.ts';

/** The folder of VitePress's configuration. */
export const SITE_ROOT: string = join(ROOT, 'apps/docs');

/** Writes everything that VitePress reads. @throws Error if a part cannot be written */
export async function prepareSite(): Promise<void> {
  stagePages();
  await writeApiReference(join(PAGES, API_FOLDER));
  const place = ['--outDir', join(STATIC, 'react'), '--logLevel', 'warn'];
  const args = ['build', '--config', 'vite.config.ts', ...place];
  if (!(await step('build the React examples', 'vite', args, { cwd: join(ROOT, 'apps/react-docs') })))
    throw new Error('cannot build the React examples');
}

/** Builds the site into a folder, which is emptied first. @throws Error for a link that leads nowhere */
export async function buildSite(outDir: string): Promise<void> {
  await prepareSite();
  await build(SITE_ROOT, { outDir });
  const dead = deadAnchors(outDir, BASE);
  if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join('\n')}`);
}
