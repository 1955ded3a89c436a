/** @module Resolves paths of the settings against the device's directory. */
import { isAbsolute, join } from 'node:path';

/** A path of the settings; a relative one is resolved against the device's directory. */
export function settingsPath(directory: string, path: string): string {
  return isAbsolute(path) ? path : join(directory, path);
}

/** The input of a camera: a relative file is resolved against the device's directory; addresses and devices are unchanged. */
export function settingsInput(directory: string, input: string): string {
  return /^[a-z][a-z0-9+.-]*:|^\/|^-$|[=:]/iu.test(input) ? input : settingsPath(directory, input);
}
