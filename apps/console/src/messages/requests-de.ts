/** @module The texts about requests, in German. */

import type { requests as english } from './requests-en.ts';

const whole = new Intl.NumberFormat('de', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat('de', { timeStyle: 'medium' });

const size = (bytes: number): string =>
  bytes === 0
    ? 'kein Inhalt'
    : bytes < 1024
      ? `${whole.format(bytes)} B`
      : bytes < 1024 * 1024
        ? `${tenths.format(bytes / 1024)} KB`
        : `${tenths.format(bytes / 1024 / 1024)} MB`;

/** Requests, in German. */
export const requests: typeof english = {
  method: 'Methode',
  path: 'Pfad',
  pathPlaceholder: '/info',
  query: 'Parameter',
  queryPlaceholder: 'name=wert&name=wert',
  format: 'Inhalt',
  payload: 'Text des Inhalts',
  file: 'Datei des Inhalts',
  chooseFile: 'Datei wählen',
  otherFile: 'Andere Datei wählen',
  contentFormat: 'Inhaltsformat',
  contentFormatHint: (name: string) => `Eine Zahl; ohne Angabe ist es ${name}.`,
  formats: {
    none: 'Keiner',
    text: 'Text',
    json: 'JSON',
    cbor: 'CBOR, als JSON geschrieben',
    hex: 'Bytes, hexadezimal',
    file: 'Eine Datei',
  },
  cborHint: 'Bytes schreibt man {"$hex": "00ff"}, oder {"$utf8": "Text"}, wenn sie Text sind.',
  more: 'Parameter und Inhaltsformat',
  send: 'Senden',
  sendKeys: 'Strg+Enter oder ⌘+Enter sendet.',
  stop: 'Nicht mehr warten',
  sending: 'Warten auf die Antwort',
  uploading: (sent: string, total: string) => `Senden: ${sent} von ${total}`,
  downloading: (received: string, total: string | undefined) =>
    total === undefined ? `Empfangen: ${received}` : `Empfangen: ${received} von ${total}`,
  stopped: 'Sie warten nicht mehr auf die Antwort. Das Gerät kann die Anfrage trotzdem ausgeführt haben.',
  answer: 'Antwort',
  none: 'Senden Sie eine Anfrage; die Antwort erscheint dann hier.',
  elapsed: (ms: number) => `${(ms < 10 ? tenths : whole).format(ms)} ms`,
  size,
  sent: (bytes: number) => `gesendet: ${size(bytes)}`,
  received: (bytes: number) => `empfangen: ${size(bytes)}`,
  emptyBody: 'Das Gerät hat ohne Inhalt geantwortet.',
  viewAs: 'Antwort anzeigen als',
  views: { json: 'JSON', cbor: 'CBOR', links: 'Links', text: 'Text', image: 'Bild', hex: 'Bytes' },
  picture: 'Das Bild, mit dem das Gerät geantwortet hat',
  badPicture: 'Dieser Browser kann das Bild nicht anzeigen.',
  truncated: (shown: string, whole_: string) =>
    `Die ersten ${shown} von ${whole_}. Speichern Sie die Antwort, um den Rest zu sehen.`,
  save: 'Speichern',
  copy: 'Kopieren',
  history: 'Verlauf',
  historyNote:
    'Bleibt in diesem Browser, ohne Dateien, große Inhalte und alles, was ein Passwort sein könnte.',
  historyEmpty: 'Hier steht, was Sie an dieses Gerät senden.',
  clearHistory: 'Leeren',
  use: (what: string) => `Noch einmal verwenden: ${what}`,
  run: (what: string) => `Noch einmal senden: ${what}`,
  notKept: 'Inhalt nicht behalten',
  noAnswer: 'keine Antwort',
  observe: 'Beobachten',
  observed: 'Beobachtete Werte',
  observedPath: (path: string) => `${path} wird beobachtet`,
  observedBefore: (path: string) => `${path} wurde beobachtet`,
  notified: 'Das Gerät meldet jede Änderung.',
  polled: 'Das Gerät kann Änderungen nicht melden: Es wird alle 5 Sekunden gefragt.',
  observeWaiting: 'Warten auf den ersten Wert',
  values: (n: number) => (n === 1 ? '1 Wert' : `${whole.format(n)} Werte`),
  held: (n: number) =>
    n === 1 ? '1 neuer Wert wird zurückgehalten.' : `${whole.format(n)} neue Werte werden zurückgehalten.`,
  at: (ms: number) => clock.format(ms),
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  stopObserving: 'Beenden',
  observeAgain: 'Noch einmal beobachten',
  close: 'Schließen',
  menu: 'Ressourcen dieses Geräts',
  menuFilter: 'Ressourcen filtern',
  menuPlaceholder: 'Pfad, Name oder Typ',
  menuLoading: 'Das Gerät wird nach seiner Liste gefragt',
  menuNone: 'Dieses Gerät führt keine Liste seiner Ressourcen.',
  menuForbidden: 'Ihre Rolle darf die Liste nicht sehen.',
  menuUnreadable: 'Die Liste des Geräts ist nicht lesbar.',
  menuFailed: 'Die Liste ist nicht angekommen.',
  menuEmpty: 'Das Gerät führt nichts auf, was Sie verwenden dürfen.',
  menuNoMatch: (query: string) => `Nichts passt zu „${query}“.`,
  menuReload: 'Noch einmal fragen',
  menuCommon: 'Auf jedem Gerät',
  menuObservable: 'meldet Änderungen',
  statusWords: {
    201: 'Angelegt',
    202: 'Gelöscht',
    203: 'Gültig',
    204: 'Geändert',
    205: 'Inhalt',
    400: 'Fehlerhafte Anfrage',
    401: 'Nicht angemeldet',
    402: 'Fehlerhafte Option',
    403: 'Ihre Rolle erlaubt das nicht',
    404: 'Nicht gefunden',
    405: 'Methode nicht erlaubt',
    406: 'Nicht in diesem Format',
    409: 'Widerspruch',
    412: 'Bedingung nicht erfüllt',
    413: 'Zu groß',
    415: 'Format nicht angenommen',
    429: 'Zu viele Versuche',
    500: 'Fehler im Gerät',
    501: 'Nicht vorhanden',
    503: 'Zurzeit nicht verfügbar',
    504: 'Das Gerät hat zu lange gebraucht',
  },
  formatNames: {
    0: 'Text',
    21: 'GIF',
    22: 'JPEG',
    23: 'PNG',
    40: 'Links',
    41: 'XML',
    42: 'Bytes',
    50: 'JSON',
    60: 'CBOR',
  },
  formatNumber: (n: number) => `Format ${n}`,
  undecodable: (format: string) => `Als ${format} bezeichnet, aber so nicht lesbar. Die Bytes:`,
};
