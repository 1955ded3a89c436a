/** @module The texts about the device's controls, in German. */

import type { controls as english } from './controls-en.ts';

/** The controls, in German. */
export const controls: typeof english = {
  title: 'Steuerung',
  on: 'An',
  off: 'Aus',
  waiting: 'Wird gelesen',
  unreadable: 'Dieser Wert lässt sich hier nicht zeigen.',
  set: 'Setzen',
  setWhat: (title: string) => `${title} setzen`,
  run: 'Ausführen',
  runWhat: (title: string) => `Ausführen: ${title}`,
  ask: 'Jetzt ausführen?',
  done: 'Erledigt',
  said: (problem: string, words: string) => `${problem}: ${words}`,
  nothing: '–',
  refused: 'Das Gerät nimmt diesen Wert nicht an.',
  notNumber: 'Bitte eine Zahl.',
  notWhole: 'Bitte eine ganze Zahl.',
  tooLow: (limit) => `Mindestens ${limit}.`,
  tooHigh: (limit) => `Höchstens ${limit}.`,
  loading: 'Das Gerät wird nach seiner Steuerung gefragt',
  none: 'Dieses Gerät hat für Sie keine Steuerung.',
  any: 'Beliebige Anfrage',
};
