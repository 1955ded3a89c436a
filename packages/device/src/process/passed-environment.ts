/** @module The environment of programs that a device runs for its users. */

/** Variables that are passed on. Reason: others may contain secrets. */
const PASSED_VARIABLES = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ'] as const;

/** The variables of this process that such a program needs. */
export function passedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    PASSED_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
