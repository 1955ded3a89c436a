/** @module The checks of `longwire-device doctor`, for other commands. */
export type { ServiceRoute } from '../agent/attachment-socket.ts';
export { checkCameras } from './check-cameras.ts';
export { examine } from './doctor.ts';
