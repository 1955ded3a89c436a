/** @module Checks that the console's files can be served. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { bad, good, skipped, type Verdict } from '@longwire/protocol';
import { faultOf } from './fault-of.ts';

/** Looks for the console's index.html. */
export async function checkConsole(directory: string | undefined): Promise<Verdict> {
  if (directory === undefined) return skipped('console', 'no --console: the service serves no pages');
  try {
    await access(join(directory, 'index.html'), constants.R_OK);
    return good('console', `${directory} has an index.html`);
  } catch (error) {
    return bad(
      'console',
      `${directory} has no readable index.html (${faultOf(error)})`,
      'build the console (npm run build) and point --console at apps/console/dist or a copy of it',
    );
  }
}
