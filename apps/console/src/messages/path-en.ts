/** @module The texts of the connection tab, in English. */

import { clockWithSeconds, upToTenths, whole } from './formats-en.ts';

const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const lastMinutes = (minutes: number): string =>
  minutes === 1 ? 'the last minute' : `the last ${minutes} minutes`;

/** The connection tab, in English. */
export const path = {
  title: 'Connection',
  ms: (n: number) => `${(n < 10 ? upToTenths : whole).format(n)} ms`,
  bits: (n: number) =>
    n < 1e3
      ? `${whole.format(n)} bit/s`
      : n < 1e6
        ? `${whole.format(n / 1e3)} kbit/s`
        : `${upToTenths.format(n / 1e6)} Mbit/s`,
  share: (n: number) => share.format(n),
  at: (ms: number) => clockWithSeconds.format(ms),
  node: {
    browser: 'This browser',
    network: 'Same network',
    internet: 'Internet',
    relay: 'Relay',
    deviceRelay: 'The device’s relay',
    device: 'Device',
  },
  way: {
    'same-network': 'Within the same network',
    direct: 'Directly through the Internet',
    relayed: 'Through a relay, encrypted from end to end',
  },
  wayUnknown: 'The path is not known yet.',
  wayOver: (way: string, protocol: string) => `${way}, over ${protocol}.`,
  wayPlain: (way: string) => `${way}.`,
  traffic: {
    title: (minutes: number) => (minutes === 1 ? 'The last minute' : `The last ${minutes} minutes`),
    roundTrip: 'Round trip',
    rate: 'Bit rate',
    received: 'received',
    sent: 'sent',
    losses: 'Losses',
    chart: (name: string, summary: string) => `Chart: ${name}. ${summary}`,
    range: (now: string, lowest: string, highest: string, minutes: number) =>
      `Now ${now}; between ${lowest} and ${highest} in ${lastMinutes(minutes)}.`,
    past: (lowest: string, highest: string, minutes: number) =>
      `Between ${lowest} and ${highest} in ${lastMinutes(minutes)}.`,
    nothing: 'Nothing measured yet.',
    nothingToLose: 'Nothing to lose: neither picture nor sound is on its way.',
  },
  tracks: {
    title: 'Picture and sound',
    none: 'Neither picture nor sound is on its way. Open Live to see what the device shows.',
    video: 'Picture',
    audio: 'Sound',
    receive: 'from the device',
    send: 'to the device',
    codec: 'Format',
    size: 'Size',
    pixels: (width: number, height: number) => `${width} × ${height}`,
    frames: 'Pictures a second',
    framesValue: (n: number) => upToTenths.format(n),
    rate: 'Bit rate',
    freezes: 'Frozen',
    freezesValue: (times: number, ms: number) =>
      times === 0
        ? 'never'
        : `${times === 1 ? 'once' : `${whole.format(times)} times`}, ${upToTenths.format(ms / 1000)} s in all`,
    jitter: 'Jitter',
    buffer: 'Buffer',
    lost: 'Lost',
  },
  pairs: {
    title: 'Paths that were tried',
    lead: 'A path is a pair of addresses: one of this browser, one of the device.',
    none: 'Nothing has been tried yet.',
    fate: {
      used: 'in use',
      works: 'works, not needed',
      trying: 'being tried',
      silent: 'no answer',
      failed: 'does not work',
      waiting: 'not tried',
    },
    type: {
      host: 'own address',
      srflx: 'address seen by a server',
      prflx: 'address seen by the other side',
      relay: 'relay',
      unknown: 'address',
    },
    here: 'Here',
    there: 'Device',
    over: (kind: string, protocol: string) => `${kind}, ${protocol}`,
    hiddenAddress: 'hidden by the browser',
    checks: (sent: number, answered: number) =>
      `${whole.format(sent)} asked, ${whole.format(answered)} answered`,
    copy: 'Copy without addresses',
  },
  steps: {
    title: 'How it connected',
    none: 'No connection has been made yet.',
    name: {
      'opening-signaling': 'Reaching the service',
      'logging-in': 'Showing the token',
      'requesting-turn': 'Asking for servers',
      'opening-peer': 'Making ready',
      'opening-channel': 'Finding a path and opening it',
    },
    took: (name: string, duration: string, start: string) => `${name}: ${duration}, from ${start}`,
    running: 'under way',
    attempt: (n: number) => `Attempt ${whole.format(n)}`,
    connected: (duration: string) => `Connected after ${duration}`,
    failed: (duration: string) => `Given up after ${duration}`,
    all: 'Everything that happened',
  },
  log: {
    title: 'Log',
    filter: 'Filter the log',
    filterPlaceholder: 'Word',
    level: 'From',
    levels: { debug: 'Everything', info: 'Events', warn: 'Warnings', error: 'Errors' },
    empty: 'Nothing has been written yet.',
    noMatch: 'No line matches.',
    copy: 'Copy the log',
    note: 'What is copied holds no tokens, passwords or addresses.',
  },
};
