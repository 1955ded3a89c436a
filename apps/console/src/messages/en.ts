/** @module Every text of the console, in English. Every other language has the same shape. */

import { devices, add, scan, check, presence, badge } from './devices-en.ts';
import { device, steps, me, unbound, login, otherUser, stop } from './login-en.ts';
import { failure } from './failure-en.ts';
import { live, track, recording, wall } from './live-en.ts';
import { settings, copy } from './settings-en.ts';
import { access } from './access-en.ts';
import { people } from './people-en.ts';
import { doctor } from './doctor-en.ts';
import { path } from './path-en.ts';

import { activity } from './activity-en.ts';
import { controls } from './controls-en.ts';
import { requests } from './requests-en.ts';
import { terminal } from './terminal-en.ts';
import { web } from './web-en.ts';
import { clock, date, day, tenths } from './formats-en.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** The English texts. Functions take the variable parts and return the whole sentence. */
export const en = {
  product: 'longwire',
  language: 'en',
  common: {
    back: 'Back',
    cancel: 'Cancel',
    details: 'Details',
    copy: 'Copy',
    skipToContent: 'Skip to content',
  },
  time: {
    now: 'just now',
    minutes: (n: number) => relative.format(-n, 'minute'),
    hours: (n: number) => relative.format(-n, 'hour'),
    days: (n: number) => relative.format(-n, 'day'),
    elapsed: (n: number) => `${tenths.format(n)} s`,
  },
  since: {
    today: (then: Date) => clock.format(then),
    yesterday: (then: Date) => `${relative.format(-1, 'day')}, ${clock.format(then)}`,
    thisYear: (then: Date) => `${day.format(then)}, ${clock.format(then)}`,
    before: (then: Date) => date.format(then),
  },
  devices,
  add,
  scan,
  check,
  device,
  steps,
  badge,
  me,
  login,
  otherUser,
  unbound,
  stop,
  live,
  track,
  recording,
  presence,
  wall,
  failure,
  activity,
  controls,
  requests,
  terminal,
  web,
  settings,
  shell: {
    newVersion: 'There is a new version of the console.',
    reload: 'Load it',
    later: 'Later',
    offline:
      'You are offline. You can see what is stored here; devices are reachable again once you have a network.',
  },
  jump: { title: 'Go to', search: 'Device or screen' },
  path,
  doctor,
  copy,
  people,
  access,
  crash: {
    title: 'Something went wrong in the console.',
    hint: 'Nothing was lost on the device. Load the page again.',
    again: 'Load again',
  },
  framed: {
    title: 'The console is inside another page.',
    hint: 'It is only shown by itself, so that no other page can make you click in it.',
    open: 'Open it by itself',
  },
  serviceList: {
    missing: {
      title: 'This console has no list of services.',
      hint: 'The person who installed it has to put the file longwire.json beside index.html. It names the services that this console talks to:',
    },
    damaged: {
      title: 'The list of services of this console cannot be read.',
      hint: 'The person who installed it has to repair the file longwire.json. It looks like this:',
    },
    unreachable: {
      title: 'This console cannot load its list of services.',
      hint: 'Check your network, then load the page again.',
    },
  },
  notFound: { title: 'There is nothing here.', back: 'All devices' },
};

/** The texts every language provides. */
export type Messages = typeof en;
