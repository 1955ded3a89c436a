/** @module A device's online status, as a mark and a word. */

import { messages } from '../../messages/messages.ts';
import { words } from '../../messages/service-messages.ts';
import { timeAgo } from '../../ui/time-ago.ts';
import { useNow } from '../../ui/use-now.ts';

const texts = words.device;

/** The known status of a device. */
export interface PresenceProps {
  readonly device: {
    readonly isEnabled: boolean;
    readonly seenAt: string | null;
    readonly onlineSince: string | undefined;
    readonly isCertain: boolean;
  };
}

/** Online since when, offline and last seen when, or disabled. */
export function Presence({ device }: PresenceProps) {
  const nowMs = useNow();
  const ago = (at: string): string => timeAgo(Date.parse(at), nowMs, messages.time);
  const { isEnabled, seenAt, onlineSince, isCertain } = device;
  if (!isEnabled) return <Mark kind="off" text={texts.disabled} />;
  if (onlineSince !== undefined) {
    return <Mark kind="on" text={texts.attached} more={texts.since(words.at(Date.parse(onlineSince)))} />;
  }
  if (!isCertain) return <Mark kind="unknown" text={texts.unknown} />;
  return (
    <Mark
      kind="away"
      text={texts.detached}
      more={seenAt === null ? texts.neverSeen : texts.seen(ago(seenAt))}
    />
  );
}

/** A word with its mark and an optional detail. */
export function Mark({
  kind,
  text,
  more,
}: {
  readonly kind: 'on' | 'away' | 'off' | 'unknown';
  readonly text: string;
  readonly more?: string;
}) {
  return (
    <span className="lw-mark" data-kind={kind}>
      <span className="lw-mark-word">{text}</span>
      {more !== undefined && <span className="lw-soft lw-mark-more">{more}</span>}
    </span>
  );
}
