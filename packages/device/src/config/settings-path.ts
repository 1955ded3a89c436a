/** @module Where the paths of the settings begin: in the device's directory. */
import { isAbsolute, join } from 'node:path';

/** A path of the settings; one that does not begin with / begins in the device's directory. */
export function settingsPath(directory: string, path: string): string {
  return isAbsolute(path) ? path : join(directory, path);
}

/** The input of a camera: a file begins in the device's directory; addresses and devices are as they are. */
export function settingsInput(directory: string, input: string): string {
  return /^[a-z][a-z0-9+.-]*:|^\/|^-$|[=:]/iu.test(input) ? input : settingsPath(directory, input);
}
