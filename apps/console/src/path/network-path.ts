/** @module The path of the packets as a row of nodes, for the diagram. */

import type { ConnectionPath } from '@longwire/client';

/** One node of the path; a relay is either this browser's or the device's. */
export type PathNode = 'browser' | 'network' | 'internet' | 'relay' | 'deviceRelay' | 'device';

/** The nodes from this browser to the device. */
export function pathNodes(path: ConnectionPath | undefined): readonly PathNode[] {
  if (path === undefined) return ['browser', 'device'];
  if (path.kind === 'same-network') return ['browser', 'network', 'device'];
  if (path.kind === 'direct') return ['browser', 'internet', 'device'];
  const own: readonly PathNode[] = path.localType === 'relay' ? ['relay'] : [];
  const far: readonly PathNode[] = path.remoteType === 'relay' ? ['deviceRelay'] : [];
  const relays = [...own, ...far];
  return ['browser', ...(relays.length > 0 ? relays : (['relay'] as const)), 'device'];
}

/** The transport of the first section, such as `UDP` or `TLS`. */
export function protocolOf(path: ConnectionPath | undefined): string | undefined {
  return (path?.relayProtocol ?? path?.protocol)?.toUpperCase();
}
