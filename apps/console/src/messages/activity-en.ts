/** @module The texts about what happened at the device, in English. */
import { eventKinds } from './event-kinds-en.ts';
import { clock } from './formats-en.ts';

const day = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' });
const moment = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What happened at the device, in English. */
export const activity = {
  title: 'Activity',
  loading: 'Asking the device what happened',
  none: 'Nothing has happened yet.',
  unreadable: 'This device does not say what happened.',
  days: { today: 'Today', yesterday: 'Yesterday', other: (at: Date) => day.format(at) },
  was: (who: string) => `${who} was here`,
  is: (who: string) => `${who} is here`,
  youWere: 'You were here',
  youAre: 'You are here',
  at: (then: Date) => clock.format(then),
  since: (then: Date) => `since ${clock.format(then)}`,
  between: (from: Date, until: Date) => `${clock.format(from)}–${clock.format(until)}`,
  overNight: (from: Date, until: Date) => `${clock.format(from)} – ${moment.format(until)}`,
  kinds: eventKinds,
  picture: (title: string) => `Picture: ${title}`,
  noPicture: 'The picture cannot be shown.',
  push: {
    label: 'Notify me',
    hint: 'In this browser, also while the console is closed. Only this browser can read it.',
    blocked: 'This browser blocks notifications of this page. Its settings for the page can allow them.',
    other: 'This browser gets notifications from one service only. Turning this on ends those of another.',
    failed: {
      on: 'This browser could not turn notifications on. Try again later.',
      off: 'This browser could not turn notifications off. Try again later.',
      quiet: 'The quiet hours were not changed. Try again later.',
    },
    quiet: 'Quiet hours',
    quietHint: 'What happens is still listed here.',
    from: 'From',
    to: 'To',
    equalHours: 'Quiet hours need two different times.',
  },
};
