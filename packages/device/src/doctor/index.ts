/** @module The checks of `longwire-device doctor`, for other commands. */
export { checkCameras } from './check-cameras.ts';
export { examine } from './doctor.ts';
