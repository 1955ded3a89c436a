/** @module The checks of `longwire-signaling check`, for other commands. */
export { checkOutside } from './check-outside.ts';
export { runChecks } from './run-checks.ts';
