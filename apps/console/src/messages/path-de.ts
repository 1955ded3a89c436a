/** @module The texts of the connection tab, in German. */

import type { path as english } from './path-en.ts';
import { clockWithSeconds, upToTenths, whole } from './formats-de.ts';

const share = new Intl.NumberFormat('de', { style: 'percent', maximumFractionDigits: 1 });

const lastMinutes = (minutes: number): string =>
  minutes === 1 ? 'der letzten Minute' : `den letzten ${minutes} Minuten`;

/** The connection tab, in German. */
export const path: typeof english = {
  title: 'Verbindung',
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
    browser: 'Dieser Browser',
    network: 'Selbes Netz',
    internet: 'Im Internet',
    relay: 'Vermittler',
    deviceRelay: 'Vermittler des Geräts',
    device: 'Gerät',
  },
  way: {
    'same-network': 'Im selben Netz',
    direct: 'Direkt durch das Internet',
    relayed: 'Über einen Vermittler, von Ende zu Ende verschlüsselt',
  },
  wayUnknown: 'Der Weg ist noch nicht bekannt.',
  wayOver: (way: string, protocol: string) => `${way}, mit ${protocol}.`,
  wayPlain: (way: string) => `${way}.`,
  traffic: {
    title: (minutes: number) => (minutes === 1 ? 'Die letzte Minute' : `Die letzten ${minutes} Minuten`),
    roundTrip: 'Hin und zurück',
    rate: 'Bitrate',
    received: 'empfangen',
    sent: 'gesendet',
    losses: 'Verluste',
    chart: (name: string, summary: string) => `Diagramm: ${name}. ${summary}`,
    range: (now: string, lowest: string, highest: string, minutes: number) =>
      `Jetzt ${now}; in ${lastMinutes(minutes)} zwischen ${lowest} und ${highest}.`,
    past: (lowest: string, highest: string, minutes: number) =>
      `In ${lastMinutes(minutes)} zwischen ${lowest} und ${highest}.`,
    nothing: 'Noch nichts gemessen.',
    nothingToLose: 'Nichts zu verlieren: Weder Bild noch Ton ist unterwegs.',
  },
  tracks: {
    title: 'Bild und Ton',
    none: 'Weder Bild noch Ton ist unterwegs. Unter „Live“ sehen Sie, was das Gerät zeigt.',
    video: 'Bild',
    audio: 'Ton',
    receive: 'vom Gerät',
    send: 'zum Gerät',
    codec: 'Format',
    size: 'Größe',
    pixels: (width: number, height: number) => `${width} × ${height}`,
    frames: 'Bilder je Sekunde',
    framesValue: (n: number) => upToTenths.format(n),
    rate: 'Bitrate',
    freezes: 'Eingefroren',
    freezesValue: (times: number, ms: number) =>
      times === 0
        ? 'nie'
        : `${times === 1 ? 'einmal' : `${whole.format(times)}-mal`}, zusammen ${upToTenths.format(ms / 1000)} s`,
    jitter: 'Schwankung',
    buffer: 'Puffer',
    lost: 'Verloren',
  },
  pairs: {
    title: 'Versuchte Wege',
    lead: 'Ein Weg ist ein Paar von Adressen: eine dieses Browsers, eine des Geräts.',
    none: 'Noch wurde nichts versucht.',
    fate: {
      used: 'in Gebrauch',
      works: 'geht, nicht gebraucht',
      trying: 'wird versucht',
      silent: 'keine Antwort',
      failed: 'geht nicht',
      waiting: 'nicht versucht',
    },
    type: {
      host: 'eigene Adresse',
      srflx: 'Adresse, die ein Server sieht',
      prflx: 'Adresse, die das Gegenüber sieht',
      relay: 'Vermittler',
      unknown: 'Adresse',
    },
    here: 'Hier',
    there: 'Gerät',
    over: (kind: string, protocol: string) => `${kind}, ${protocol}`,
    hiddenAddress: 'vom Browser verborgen',
    checks: (sent: number, answered: number) =>
      `${whole.format(sent)} gefragt, ${whole.format(answered)} beantwortet`,
    copy: 'Ohne Adressen kopieren',
  },
  steps: {
    title: 'Wie verbunden wurde',
    none: 'Noch wurde keine Verbindung aufgebaut.',
    name: {
      'opening-signaling': 'Dienst erreichen',
      'logging-in': 'Token vorzeigen',
      'requesting-turn': 'Nach Servern fragen',
      'opening-peer': 'Vorbereiten',
      'opening-channel': 'Weg finden und öffnen',
    },
    took: (name: string, duration: string, start: string) => `${name}: ${duration}, ab ${start}`,
    running: 'läuft',
    attempt: (n: number) => `Versuch ${whole.format(n)}`,
    connected: (duration: string) => `Verbunden nach ${duration}`,
    failed: (duration: string) => `Aufgegeben nach ${duration}`,
    all: 'Alles, was geschah',
  },
  log: {
    title: 'Protokoll',
    filter: 'Protokoll filtern',
    filterPlaceholder: 'Wort',
    level: 'Ab',
    levels: { debug: 'Alles', info: 'Ereignisse', warn: 'Warnungen', error: 'Fehler' },
    empty: 'Noch wurde nichts geschrieben.',
    noMatch: 'Keine Zeile passt.',
    copy: 'Protokoll kopieren',
    note: 'Was kopiert wird, enthält weder Token noch Passwörter noch Adressen.',
  },
};
