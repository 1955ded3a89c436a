/** @module The texts about access that ends, in English. */

import { clock, date, day } from './formats-en.ts';

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });

/** Access that ends, in English. */
export const access = {
  label: 'Access',
  choices: { always: 'Always', tonight: 'Tonight', sunday: 'Sunday', week: '7 days', date: 'Date…' },
  date: 'Until',
  dateMissing: 'Choose a time in the future.',
  moment: {
    today: (at: Date) => `today ${clock.format(at)}`,
    tomorrow: (at: Date) => `tomorrow ${clock.format(at)}`,
    'this-week': (at: Date) => `${weekday.format(at)} ${clock.format(at)}`,
    'this-year': (at: Date) => `${day.format(at)}, ${clock.format(at)}`,
    'other-year': (at: Date) => `${date.format(at)}, ${clock.format(at)}`,
  },
  until: (moment: string) => `until ${moment}`,
  ended: (moment: string) => `ended ${moment}`,
  endedTitle: 'Your access ended',
  endedHint: (name: string) => `Ask the owner of ${name} for more time.`,
};
