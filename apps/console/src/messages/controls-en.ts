/** @module The texts about the device's controls, in English. */

/** The controls, in English. */
export const controls = {
  title: 'Controls',
  on: 'On',
  off: 'Off',
  waiting: 'Reading',
  unreadable: 'This value cannot be shown here.',
  set: 'Set',
  setWhat: (title: string) => `Set ${title}`,
  run: 'Run',
  runWhat: (title: string) => `Run: ${title}`,
  ask: 'Do this now?',
  done: 'Done',
  said: (problem: string, words: string) => `${problem}: ${words}`,
  nothing: '–',
  refused: 'The device does not take this value.',
  notNumber: 'A number, please.',
  notWhole: 'A whole number, please.',
  tooLow: (limit: string) => `At least ${limit}.`,
  tooHigh: (limit: string) => `At most ${limit}.`,
  loading: 'Asking the device for its controls',
  none: 'This device has no controls for you.',
  any: 'Any request',
};
