/** @module One entry of the list of events. */

import { IconBell, IconUser } from '@tabler/icons-react';
import { noteOf } from '../../../activity/note-of.ts';
import type { DeviceEvent } from '../../../activity/read-events.ts';
import { accountOf, whenOf, whoOf } from '../../../activity/visit-text.ts';
import { messages } from '../../../messages/messages.ts';
import { useLiveDevice } from '../device-context.tsx';
import { EventPicture } from './event-picture.tsx';

const words = messages.activity;

interface EventRowProps {
  readonly event: DeviceEvent;
  /** The path of the list. */
  readonly path: string;
}

/** A visit or a notification, with its time. */
export function EventRow({ event, path }: EventRowProps) {
  const { me } = useLiveDevice().state;
  const isVisit = event.type === 'visit';
  const Icon = isVisit ? IconUser : IconBell;
  const note = isVisit ? accountOf(event, (role) => messages.me.role(role)) : noteOf(event, words.kinds);
  return (
    <li className="lw-event" data-testid={`event-${event.type}`}>
      <Icon size={20} aria-hidden="true" />
      <div>
        <span className="lw-event-what">{isVisit ? whoOf(event, me?.username, words) : event.title}</span>
        {note !== undefined && <span className="lw-soft">{note}</span>}
      </div>
      <time dateTime={new Date(event.atMs).toISOString()}>
        {isVisit ? whenOf(event, words) : words.at(new Date(event.atMs))}
      </time>
      {!isVisit && event.hasImage && <EventPicture path={`${path}/${event.id}/image`} title={event.title} />}
    </li>
  );
}
