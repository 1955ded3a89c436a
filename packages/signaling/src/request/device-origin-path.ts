/** @module Path at which the console requests the origin of a device's pages: `?product=ID&device=ID`. */

/** Path on the service's host; consoles on allowed origins may read the response too. */
export const DEVICE_ORIGIN_PATH = '/.longwire/device-origin';
