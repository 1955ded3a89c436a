/** @module The files of deploy/, for their tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../step.ts';

/** The directory with the files for operators. */
export const DEPLOY: string = join(ROOT, 'deploy');

/** The text of a file in it. */
export function readDeployFile(name: string): string {
  return readFileSync(join(DEPLOY, name), 'utf8');
}
