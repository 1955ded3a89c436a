/** @module Serves the site for development: a changed document is shown at once. */
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vitepress';
import { ROOT } from '../../../scripts/step.ts';
import { prepareSite, SITE_ROOT } from './build-site.ts';
import { DOCUMENTS, OWN_PAGES } from './site-map.ts';
import { stageFile } from './stage-pages.ts';

/** Serves it until the process ends. A new document appears after a restart. */
export async function serveSite(): Promise<void> {
  await prepareSite();
  const server = await createServer(SITE_ROOT);
  await server.listen();
  server.printUrls();
  for (const folder of [DOCUMENTS, OWN_PAGES])
    watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
      const file = `${folder}/${name}`;
      if (name?.endsWith('.md') !== true || !existsSync(join(ROOT, file))) return;
      try {
        stageFile(file);
      } catch (error) {
        // A link that is not typed to its end yet.
        server.config.logger.error(String(error));
      }
    });
}
