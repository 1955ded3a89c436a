/** @module The paths of built-in resources, which an application cannot use. */
import { EdgeError } from '@longwire/protocol';

/** The first path segments of built-in resources; application routes never match below them. */
const RESERVED_ROOTS: ReadonlySet<string> = new Set(['iam', 'p2p', 'streams', 'webrtc']);

/** Whether a path is that of a built-in resource. */
export function isReserved(path: string): boolean {
  if (!path.startsWith('/')) return false;
  const end = path.indexOf('/', 1);
  return RESERVED_ROOTS.has(path.slice(1, end < 0 ? undefined : end));
}

/** @throws EdgeError ERR_ROUTE for a pattern among built-in resources. */
export function checkUnreserved(pattern: string): void {
  if (isReserved(pattern))
    throw new EdgeError(
      'ERR_ROUTE',
      `route pattern '${pattern}' is reserved: choose a path outside of /${[...RESERVED_ROOTS].join(', /')}`,
    );
}
