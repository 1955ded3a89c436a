/** @module The Activity place: who was here and what the device said, by day. */

import { useObserve } from '@longwire/react';
import { useMemo } from 'react';
import { byDay, nameOfDay } from '../../../activity/event-days.ts';
import { readEvents } from '../../../activity/read-events.ts';
import { messages } from '../../../messages/messages.ts';
import { useNow } from '../../../ui/use-now.ts';
import { WireDrawing } from '../../../ui/wire-drawing.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { useDisconnectedText } from '../use-disconnected-text.ts';
import { EventRow } from './event-row.tsx';
import { PushCard } from './push-card.tsx';
import './activity-tab.css';

const words = messages.activity;

/** How often the list is read over a connection that cannot observe, in milliseconds. Reason: a person looks at it. */
const READ_MS = 10_000;

/** The list, newest first. */
export function ActivityTab() {
  const { resources } = useLiveDevice();
  const path = resources?.events;
  const { state } = useObserve(path, { pollMs: READ_MS });
  const nowMs = useNow();
  const answer = state.kind === 'waiting' ? undefined : state.value;
  const events = useMemo(() => (answer === undefined ? undefined : readEvents(answer)), [answer]);
  const isUnreadable =
    (resources !== undefined && path === undefined) || (answer !== undefined && events === undefined);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
    <section className="lw-place lw-activity" tabIndex={0} aria-label={words.title}>
      <h2 className="lw-hidden">{words.title}</h2>
      {path !== undefined && <PushCard path={path} />}
      {events?.length === 0 && (
        <div className="lw-activity-empty">
          <WireDrawing />
          <p className="lw-soft">{words.none}</p>
        </div>
      )}
      {events === undefined || path === undefined ? (
        <Note text={isUnreadable ? words.unreadable : undefined} />
      ) : (
        byDay(events).map((day) => (
          <section key={day.atMs} className="lw-activity-day">
            <h3>{nameOfDay(day.atMs, nowMs, words.days)}</h3>
            <ol className="lw-surface">
              {day.events.map((event) => (
                <EventRow key={event.id} event={event} path={path} />
              ))}
            </ol>
          </section>
        ))
      )}
    </section>
  );
}

/** What is shown instead of a list. */
function Note({ text }: { readonly text: string | undefined }) {
  const away = useDisconnectedText();
  return <output className="lw-soft">{text ?? away ?? words.loading}</output>;
}
