/**
 * @module `npm run docs` serves the site while its documents are written; `npm run docs:build [-- --out FOLDER]` builds it as static files.
 * `LONGWIRE_DOCS_BASE` is the folder in which it will be served, `LONGWIRE_REPOSITORY_URL` where the repository can be read.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite, SITE_ROOT } from './build-site.ts';
import { serveSite } from './serve-site.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(SITE_ROOT, 'dist') } },
});
if (positionals[0] === 'build') await buildSite(resolve(values.out));
else await serveSite();
