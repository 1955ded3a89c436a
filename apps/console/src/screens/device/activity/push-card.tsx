/** @module The switch for push messages in this browser, and the person's quiet hours. */

import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { QuietHours } from '../../../activity/push-settings.ts';
import { messages } from '../../../messages/messages.ts';
import { SwitchSetting } from '../../../ui/switch-setting.tsx';
import { usePush } from './use-push.ts';
import './push-card.css';

const words = messages.activity.push;

/** The hours that a person sees first. */
const NIGHT: QuietHours = { from: '22:00', to: '07:00' };

/** Nothing where there are no push messages. */
export function PushCard({ path }: { readonly path: string }) {
  const push = usePush(path);
  if (push === undefined) return null;
  const { settings, isOn, isBusy } = push;
  const { quietHours } = settings;
  return (
    <section className="lw-surface lw-push" aria-label={words.label}>
      {push.isBlocked ? (
        <p className="lw-soft">{words.blocked}</p>
      ) : (
        <SwitchSetting
          label={words.label}
          hint={push.isOther ? words.other : words.hint}
          isOn={isOn}
          isBusy={isBusy}
          onChange={push.turn}
        />
      )}
      {settings.browsers.length > 0 && (
        <SwitchSetting
          label={words.quiet}
          hint={words.quietHint}
          isOn={quietHours !== undefined}
          isBusy={isBusy}
          onChange={(isQuiet) => push.setQuietHours(isQuiet ? NIGHT : undefined)}
        />
      )}
      {quietHours !== undefined && <HoursFields hours={quietHours} onChange={push.setQuietHours} />}
      <output className="lw-push-problem">
        {push.failed === undefined ? '' : words.failed[push.failed]}
      </output>
    </section>
  );
}

interface HoursFieldsProps {
  readonly hours: QuietHours;
  readonly onChange: (hours: QuietHours) => void;
}

/** From when until when; both are sent once one has been left with another time. */
function HoursFields({ hours, onChange }: HoursFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const [areEqual, setAreEqual] = useState(false);
  const send = () => {
    const [from = '', to = ''] = [...(fields.current?.querySelectorAll('input') ?? [])].map(
      ({ value }) => value,
    );
    setAreEqual(from !== '' && from === to);
    const isChanged = from !== hours.from || to !== hours.to;
    if (isChanged && from !== '' && to !== '' && from !== to) onChange({ from, to });
  };
  return (
    <div ref={fields} className="lw-push-hours">
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={`${name} ${hours[name]}`}
          type="time"
          label={words[name]}
          defaultValue={hours[name]}
          error={name === 'to' && areEqual ? words.equalHours : undefined}
          onBlur={send}
        />
      ))}
    </div>
  );
}
