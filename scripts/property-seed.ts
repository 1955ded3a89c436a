/** @module The seed of property tests: one of its own in each run, or that of `npm run soak -- faults`. A failing test prints it. */
import { configureGlobal } from 'fast-check';

const seed = process.env['LONGWIRE_SEED'];
if (seed !== undefined) configureGlobal({ seed: Number(seed) });
