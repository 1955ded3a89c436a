/** @module Every text of the console, in German. */

import { devices, add, scan, check, presence, badge } from './devices-de.ts';
import { device, steps, me, unbound, login, otherUser, stop } from './login-de.ts';
import { failure } from './failure-de.ts';
import { live, track, recording, wall } from './live-de.ts';
import { settings, copy } from './settings-de.ts';
import { access } from './access-de.ts';
import { people } from './people-de.ts';
import { doctor } from './doctor-de.ts';
import type { Messages } from './en.ts';
import { activity } from './activity-de.ts';
import { controls } from './controls-de.ts';
import { requests } from './requests-de.ts';
import { terminal } from './terminal-de.ts';
import { web } from './web-de.ts';
import { path } from './path-de.ts';
import { clock, date, day, tenths } from './formats-de.ts';

const relative = new Intl.RelativeTimeFormat('de', { numeric: 'auto' });

/** The German texts. */
export const de: Messages = {
  product: 'longwire',
  language: 'de',
  common: {
    back: 'Zurück',
    cancel: 'Abbrechen',
    details: 'Einzelheiten',
    copy: 'Kopieren',
    skipToContent: 'Zum Inhalt springen',
  },
  time: {
    now: 'gerade eben',
    minutes: (n: number) => relative.format(-n, 'minute'),
    hours: (n: number) => relative.format(-n, 'hour'),
    days: (n: number) => relative.format(-n, 'day'),
    elapsed: (n: number) => `${tenths.format(n)} s`,
  },
  since: {
    today: (then: Date) => `${clock.format(then)} Uhr`,
    yesterday: (then: Date) => `${relative.format(-1, 'day')}, ${clock.format(then)} Uhr`,
    thisYear: (then: Date) => `${day.format(then)}, ${clock.format(then)} Uhr`,
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
    newVersion: 'Es gibt eine neue Version der Konsole.',
    reload: 'Jetzt laden',
    later: 'Später',
    offline:
      'Sie sind offline. Was gespeichert ist, sehen Sie hier; Geräte sind wieder erreichbar, sobald Sie ein Netz haben.',
  },
  jump: { title: 'Gehe zu', search: 'Gerät oder Ansicht' },
  path,
  doctor,
  copy,
  people,
  access,
  crash: {
    title: 'In der Konsole ist ein Fehler aufgetreten.',
    hint: 'Auf dem Gerät ging nichts verloren. Laden Sie die Seite neu.',
    again: 'Neu laden',
  },
  framed: {
    title: 'Die Konsole wird innerhalb einer anderen Seite angezeigt.',
    hint: 'Sie funktioniert nur als eigene Seite, damit keine andere Seite Sie zu Klicks darin verleiten kann.',
    open: 'Als eigene Seite öffnen',
  },
  serviceList: {
    missing: {
      title: 'Diese Konsole hat keine Liste von Diensten.',
      hint: 'Wer sie eingerichtet hat, muss die Datei longwire.json neben index.html legen. Sie nennt die Dienste, mit denen diese Konsole spricht:',
    },
    damaged: {
      title: 'Die Liste der Dienste dieser Konsole ist nicht lesbar.',
      hint: 'Wer sie eingerichtet hat, muss die Datei longwire.json in Ordnung bringen. So sieht sie aus:',
    },
    unreachable: {
      title: 'Diese Konsole kann ihre Liste der Dienste nicht laden.',
      hint: 'Prüfen Sie Ihr Netz und laden Sie die Seite dann neu.',
    },
  },
  notFound: { title: 'Hier ist nichts.', back: 'Alle Geräte' },
};
