/** @module The texts about what happened at the device, in German. */
import type * as english from './activity-en.ts';
import { eventKinds } from './event-kinds-de.ts';
import { clock } from './formats-de.ts';

const day = new Intl.DateTimeFormat('de', { weekday: 'long', month: 'long', day: 'numeric' });
const moment = new Intl.DateTimeFormat('de', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** What happened at the device, in German. */
export const activity: typeof english.activity = {
  title: 'Aktivität',
  loading: 'Das Gerät wird gefragt, was geschehen ist',
  none: 'Bisher ist nichts geschehen.',
  unreadable: 'Dieses Gerät sagt nicht, was geschehen ist.',
  days: { today: 'Heute', yesterday: 'Gestern', other: (at: Date) => day.format(at) },
  was: (who: string) => `${who} war hier`,
  is: (who: string) => `${who} ist hier`,
  youWere: 'Sie waren hier',
  youAre: 'Sie sind hier',
  at: (then: Date) => clock.format(then),
  since: (then: Date) => `seit ${clock.format(then)}`,
  between: (from: Date, until: Date) => `${clock.format(from)}–${clock.format(until)}`,
  overNight: (from: Date, until: Date) => `${clock.format(from)} – ${moment.format(until)}`,
  kinds: eventKinds,
  picture: (title: string) => `Bild: ${title}`,
  noPicture: 'Das Bild lässt sich nicht zeigen.',
  push: {
    label: 'Benachrichtigen',
    hint: 'In diesem Browser, auch wenn die Konsole geschlossen ist. Nur dieser Browser kann es lesen.',
    blocked:
      'Dieser Browser blockiert Benachrichtigungen dieser Seite. Seine Einstellungen für die Seite können sie erlauben.',
    other:
      'Dieser Browser bekommt Benachrichtigungen nur von einem Dienst. Einschalten beendet die eines anderen.',
    failed: {
      on: 'Dieser Browser konnte Benachrichtigungen nicht einschalten. Versuchen Sie es später noch einmal.',
      off: 'Dieser Browser konnte Benachrichtigungen nicht ausschalten. Versuchen Sie es später noch einmal.',
      quiet: 'Die Ruhezeiten wurden nicht geändert. Versuchen Sie es später noch einmal.',
    },
    quiet: 'Ruhezeiten',
    quietHint: 'Was geschieht, steht weiterhin hier.',
    from: 'Von',
    to: 'Bis',
    equalHours: 'Ruhezeiten brauchen zwei verschiedene Zeiten.',
  },
};
