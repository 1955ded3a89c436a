/** @module What other programs use to run the real service, devices and browser. */
export { startDevice, type Device } from './device.ts';
export { Service } from './service.ts';
export { CHROMIUM_FLAGS } from './chromium-flags.ts';
