/** @module Checks that the console's files can be served. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { bad, good, skipped, warning, type Verdict } from '@longwire/protocol';
import { BUNDLED_CONSOLE } from '../../http/console-files.ts';
import { faultOf } from '../../log/fault-of.ts';

/** Looks for the index.html of the console that is served. */
export async function checkConsole(directory: string | false | undefined): Promise<Verdict> {
  if (directory === false) return skipped('console', 'off: the service serves no pages');
  const folder = directory ?? BUNDLED_CONSOLE;
  try {
    await access(join(folder, 'index.html'), constants.R_OK);
    return good('console', `${folder} has an index.html`);
  } catch (error) {
    // with a configured folder the service does not start, with the package's it serves no pages
    const report = directory === undefined ? warning : bad;
    return report(
      'console',
      `${folder} has no readable index.html (${faultOf(error)})`,
      'build it (npm run build), set --console to a folder with a built console, or turn it off with --no-console',
    );
  }
}
