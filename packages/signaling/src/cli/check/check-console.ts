/** @module Whether there is a console to serve. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { bad, good, skipped, type Verdict } from '@longwire/protocol';
import { faultOf } from './fault-of.ts';

/** Looks for the page of the console. */
export async function checkConsole(directory: string | undefined): Promise<Verdict> {
  if (directory === undefined) return skipped('console', 'no --console: the service serves no pages');
  try {
    await access(join(directory, 'index.html'), constants.R_OK);
    return good('console', `${directory} has its page`);
  } catch (error) {
    return bad(
      'console',
      `${directory} has no index.html that can be read (${faultOf(error)})`,
      'build the console (npm run build) and name apps/console/dist, or a copy of it',
    );
  }
}
