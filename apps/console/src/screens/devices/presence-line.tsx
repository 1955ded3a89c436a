/** @module A device's reachability in one line: whether, since when, by which network path, and whether it is verified. */

import {
  IconLock,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPlugOff,
  IconPointFilled,
  IconShieldQuestion,
  IconUrgent,
} from '@tabler/icons-react';
import type { ConnectionPath } from '@longwire/client';
import { assertNever } from '@longwire/protocol/base';
import type { Presence } from '../../devices/presence.ts';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import type { FailureKind } from '../../session/failure.ts';
import { sinceWhen } from '../../ui/since-when.ts';
import { timeAgo } from '../../ui/time-ago.ts';
import { useNow } from '../../ui/use-now.ts';

const words = messages.presence;

/** Props of the line. */
export interface PresenceLineProps {
  readonly device: RememberedDevice;
  readonly presence: Presence;
  /** The current network path. */
  readonly path: ConnectionPath['kind'] | undefined;
}

/** The line under a device's name. */
export function PresenceLine({ device, presence, path }: PresenceLineProps) {
  const nowMs = useNow();
  const seen = device.seenAtMs === undefined ? undefined : timeAgo(device.seenAtMs, nowMs, messages.time);
  const { kind } = presence;
  const isVerified = device.verifiedAtMs !== undefined;
  const isUnverified = kind === 'reachable' && !isVerified;
  const way = isUnverified ? words.unverified : wayText(kind, path, device.path);
  return (
    <span className={`lw-presence lw-presence-${kind}`} data-testid="presence" data-presence={kind}>
      <PresenceIcon kind={kind} isVerified={isVerified} />
      <span className="lw-presence-words">
        <span>{presenceText(presence, seen, nowMs)}</span>{' '}
        {way !== undefined && <span className="lw-presence-path">{way}</span>}
      </span>
    </span>
  );
}

interface PresenceIconProps {
  readonly kind: Presence['kind'];
  readonly isVerified: boolean;
}

function PresenceIcon({ kind, isVerified }: PresenceIconProps) {
  const common = { size: 16, 'aria-hidden': true } as const;
  switch (kind) {
    case 'unasked':
      return <IconPlugOff {...common} />;
    case 'looking':
      return <IconPlugConnected {...common} />;
    case 'reachable':
      // The shield is for a device that proves its key now, which its own screens say.
      return isVerified ? <IconPointFilled {...common} /> : <IconShieldQuestion {...common} />;
    case 'asks-login':
      return <IconLock {...common} />;
    case 'away':
      return <IconPlugConnectedX {...common} />;
    case 'impostor':
      return <IconUrgent {...common} />;
    default:
      return assertNever(kind);
  }
}

function presenceText(presence: Presence, seen: string | undefined, nowMs: number): string {
  switch (presence.kind) {
    case 'unasked':
      return seen === undefined ? words.neverSeen : words.unasked(seen);
    case 'looking':
      return words.looking;
    case 'reachable':
      return words.reachableSince(sinceWhen(presence.sinceMs, nowMs, messages.since));
    case 'asks-login':
      return words.asksLogin;
    case 'away':
      return awayText(presence.failure, seen);
    case 'impostor':
      return words.impostor;
    default:
      return assertNever(presence);
  }
}

/** The current network path, otherwise the last one. */
function wayText(
  kind: Presence['kind'],
  path: ConnectionPath['kind'] | undefined,
  last: ConnectionPath['kind'] | undefined,
): string | undefined {
  if (path !== undefined) return words.paths[path];
  if (last === undefined || kind === 'looking' || kind === 'impostor') return undefined;
  return kind === 'reachable' ? words.paths[last] : words.lastPath(words.paths[last]);
}

function awayText(failure: FailureKind, seen: string | undefined): string {
  if (failure === 'offline') return seen === undefined ? words.away : words.awaySince(seen);
  const { title } = messages.failure[failure];
  return seen === undefined ? title : words.failedSince(title, seen);
}
