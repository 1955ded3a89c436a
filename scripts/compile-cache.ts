/** @module Where Node keeps what it compiled of this repository, for the programs that tests start one after another. */
import { join } from 'node:path';
import { ROOT } from './step.ts';

/** A value of `NODE_COMPILE_CACHE` (https://nodejs.org/api/module.html#module-compile-cache). */
export const COMPILE_CACHE: string = join(ROOT, 'node_modules/.cache/node');
