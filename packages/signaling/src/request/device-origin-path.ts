/** @module Where the console asks for the origin of a device's own pages: `?product=ID&device=ID`. */

/** A path of the service's own host; consoles of listed origins may read its answer too. */
export const DEVICE_ORIGIN_PATH = '/.longwire/device-origin';
