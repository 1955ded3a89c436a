/**
 * @module Adapts a device's content security policy, so that its page can be shown in the console with the script that implements cookies
 * and WebSockets.
 */

/** The path of that script on every device's origin. */
export const SHIM_PATH = '/.longwire/shim.js';

/** The script in one document. */
export interface Shim {
  /** The device's own origin. */
  readonly origin: string;
  /** The nonce of its tag, for policies that use nonces; differs for each document. */
  readonly nonce: string;
}

/** The policies of one field, separated by commas, without `frame-ancestors`, and with the script allowed if there is one. */
export function allowShim(value: string, shim: Shim | undefined): string {
  return value
    .split(',')
    .map((policy) => changed(policy, shim))
    .join(', ');
}

function changed(policy: string, shim: Shim | undefined): string {
  const directives = policy
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '' && nameOf(each) !== 'frame-ancestors');
  if (shim === undefined) return directives.join('; ');
  const names = new Set(directives.map(nameOf));
  const deciding = ['script-src-elem', 'script-src', 'default-src'].find((name) => names.has(name));
  return directives
    .map((each) => (nameOf(each) === deciding ? withShim(each, deciding, shim) : each))
    .join('; ');
}

/** No other directive may become weaker: `default-src` stays, and scripts get their own directive. */
function withShim(directive: string, name: string, { origin, nonce }: Shim): string {
  const sources = directive.split(/\s+/u).slice(1);
  const kept = sources.filter((source) => source.toLowerCase() !== "'none'");
  const source = sources.includes("'strict-dynamic'") ? `'nonce-${nonce}'` : origin + SHIM_PATH;
  const scripts = [name === 'default-src' ? 'script-src' : name, ...kept, source].join(' ');
  return name === 'default-src' ? `${directive}; ${scripts}` : scripts;
}

function nameOf(directive: string): string {
  return directive.split(/\s/u, 1)[0]?.toLowerCase() ?? '';
}
