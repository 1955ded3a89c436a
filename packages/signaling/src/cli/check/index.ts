/** @module The checks of `longwire-signaling check`, for other commands. */
export { runChecks } from './run-checks.ts';
