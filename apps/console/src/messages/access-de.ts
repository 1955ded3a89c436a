/** @module The texts about access that ends, in German. */
import type * as english from './access-en.ts';
import { clock, date, day } from './formats-de.ts';

const weekday = new Intl.DateTimeFormat('de', { weekday: 'long' });

/** Access that ends, in German. */
export const access: typeof english.access = {
  label: 'Zugang',
  choices: { always: 'Immer', tonight: 'Heute', sunday: 'Sonntag', week: '7 Tage', date: 'Datum…' },
  date: 'Bis',
  dateMissing: 'Wählen Sie eine Zeit in der Zukunft.',
  moment: {
    today: (at: Date) => `heute ${clock.format(at)}`,
    tomorrow: (at: Date) => `morgen ${clock.format(at)}`,
    'this-week': (at: Date) => `${weekday.format(at)} ${clock.format(at)}`,
    'this-year': (at: Date) => `${day.format(at)}, ${clock.format(at)}`,
    'other-year': (at: Date) => `${date.format(at)}, ${clock.format(at)}`,
  },
  until: (moment: string) => `bis ${moment}`,
  ended: (moment: string) => `abgelaufen ${moment}`,
  endedTitle: 'Ihr Zugang ist abgelaufen',
  endedHint: (name: string) => `Bitten Sie den Besitzer von ${name} um mehr Zeit.`,
};
