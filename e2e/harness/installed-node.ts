/** @module The Node that installed packages run on in tests: this one, unless the environment names another. */

/** The variable with the path of another one. */
export const INSTALLED_NODE = 'LONGWIRE_INSTALLED_NODE';

/** The path of the program. */
export const installedNode = (): string => process.env[INSTALLED_NODE] ?? process.execPath;
