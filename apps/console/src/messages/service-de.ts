/** @module The texts of the operator screens, in German. */

import { product, issuer, device, token } from './service-registry-de.ts';
import { record, people } from './service-operators-de.ts';
import type { service as english } from './service-en.ts';

const whole = new Intl.NumberFormat('de', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('de', { maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short' });
const second = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'medium' });

/** The operator screens, in German. */
export const service: typeof english = {
  title: 'Dienst',

  sections: 'Bereiche des Dienstes',
  back: 'Alle Geräte',
  overview: 'Überblick',
  products: 'Produkte',
  tokens: 'Token',
  online: 'Verbunden',
  audit: 'Protokoll',
  operators: 'Betreiber',
  count: (n) => whole.format(n),
  rate: (n) => tenths.format(n),
  at: (ms) => moment.format(ms),
  exactly: (ms) => second.format(ms),
  loading: 'Wird geladen',
  more: 'Mehr anzeigen',
  save: 'Speichern',
  none: '–',
  actions: 'Aktionen',
  roles: { viewer: 'Betrachter', manager: 'Verwalter', admin: 'Administrator' },
  roleMay: {
    viewer: 'Sieht alles außer Betreibern und Schlüsseln.',
    manager: 'Ändert auch Produkte, Geräte und Verbindungstoken und beendet Sitzungen.',
    admin: 'Verwaltet auch Betreiber und Schlüssel und kopiert das Verzeichnis.',
  },
  needsRole: (role) => `Ihre Rolle erlaubt hier keine Änderungen. Dafür braucht es die Rolle ${role}.`,
  adminsOnly:
    'Nur ein Administrator sieht die Betreiber und Schlüssel. Ein Administrator dieses Dienstes kann Ihre Rolle ändern.',
  signIn: {
    title: 'Anmelden',
    lead: 'Für alle, die den Dienst betreiben, nicht für die Benutzer eines Geräts.',
    user: 'Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
    out: 'Abmelden',
    wrong: 'Benutzername oder Passwort ist falsch.',
    wait: (seconds) =>
      `Zu viele Versuche. Warten Sie ${whole.format(seconds)} s und versuchen Sie es dann noch einmal.`,
    needed: 'Zum Anmelden nötig.',
    expiredTitle: 'Erneut anmelden',
    expiredLead:
      'Ihre Sitzung ist zu Ende. Was Sie eingegeben haben, ist noch da und geht nach der Anmeldung weiter.',
    onlyThere:
      'Jeder Dienst wird unter seiner eigenen Adresse betrieben, denn nur dort gilt eine Sitzung. Diese Konsole kommt von woanders.',
    elsewhere: 'Ein anderer Dienst',
    elsewhereHint:
      'Jeder Dienst wird unter seiner eigenen Adresse betrieben, denn nur dort gilt eine Sitzung. Hier öffnen Sie diese Adresse.',
    address: 'Adresse des Dienstes',
    addressWrong: 'Eine Adresse, die mit https:// oder http:// beginnt.',
    open: 'Öffnen',
  },
  problem: {
    unreachable:
      'Der Dienst hat nicht geantwortet. Prüfen Sie Ihr Netz und versuchen Sie es dann noch einmal.',
    notService: 'Unter dieser Adresse gibt es keinen Dienst. Seine Konsole ist vielleicht anderswo.',
    aborted: 'Das wurde nicht ausgeführt.',
    again: 'Noch einmal versuchen',
    request: (id) => `Anfrage ${id}`,
    ERR_FORBIDDEN: 'Ihre Rolle erlaubt das nicht. Ein Administrator dieses Dienstes kann sie ändern.',
    ERR_ORIGIN:
      'Der Dienst nimmt Änderungen nur von seinen eigenen Seiten an. Öffnen Sie seine Konsole unter seiner eigenen Adresse.',
    ERR_INSECURE_LOGIN:
      'Über einfaches http ließe sich das Passwort im Netz mitlesen. Öffnen Sie diese Seite über https oder auf dem Rechner selbst als localhost.',
    ERR_INVALID_CREDENTIALS: 'Das jetzige Passwort ist falsch.',
    ERR_NOT_FOUND: 'Das gibt es nicht mehr.',
    ERR_ALREADY_EXISTS: 'Etwas mit diesem Namen gibt es schon.',
    ERR_CONFLICT: 'Das geht im jetzigen Zustand nicht.',
    ERR_REGISTRY_LIMIT: 'Für mehr davon ist kein Platz.',
    ERR_LIFETIME: 'Das Verbindungstoken ist abgelaufen oder soll zu lange gelten.',
    ERR_JWKS: 'Die Schlüssel des Ausstellers müssen unter einer http- oder https-Adresse stehen.',
    ERR_NAME_FORMAT: 'Diesen Namen nimmt der Dienst nicht an.',
    ERR_FINGERPRINT_FORMAT: 'Ein Fingerabdruck hat 64 Hexadezimalziffern; Doppelpunkte stören nicht.',
    ERR_PASSWORD_LENGTH: 'Ein Passwort hat 12 bis 256 Byte.',
    ERR_RATE_LIMITED: 'Zu viele Versuche. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
    ERR_UNAVAILABLE:
      'Der Dienst erreicht seine Datenbank nicht, oder er wird gerade beendet. Versuchen Sie es gleich noch einmal.',
    ERR_BODY_TOO_LARGE: 'Das ist größer, als der Dienst annimmt.',
    ERR_IMPORT: 'Die Datei passt nicht, deshalb wurde nichts daraus hinzugefügt.',
    ERR_UNAUTHENTICATED: 'Sie sind nicht angemeldet.',
    other: 'Der Dienst hat das nicht ausgeführt.',
  },
  health: {
    good: 'Alles läuft',
    bad: 'Etwas läuft nicht',
    works: 'läuft',
    fails: 'antwortet nicht',
    parts: { service: 'Dienst selbst', database: 'Datenbank', redis: 'Redis-Server' },
    missing: (n) =>
      n === 1
        ? 'Ein Knoten hat nicht rechtzeitig geantwortet.'
        : `${whole.format(n)} Knoten haben nicht rechtzeitig geantwortet.`,
  },
  refusals: { title: 'In den letzten 24 Stunden abgelehnt', all: 'Alle Entscheidungen' },
  rates: {
    title: 'Gerade jetzt',
    devices: 'Verbundene Geräte',
    sessions: 'Sitzungen',
    messages: 'Nachrichten je Sekunde',
    logins: 'Anmeldungen je Minute',
    refused: 'Abgelehnt je Minute',
    chart: (name, low, high) => `${name} in den letzten Minuten: von ${low} bis ${high}.`,
    ofNode: 'Die Raten gelten für den Knoten, der antwortet.',
    known: (seconds) =>
      `Anmeldungen und Ablehnungen werden erst seit ${whole.format(seconds)} s gezählt: Eine volle Minute ist noch nicht um.`,
  },
  product,
  issuer,
  device,
  token,
  live: {
    devices: 'Verbundene Geräte',
    sessions: 'Sitzungen',
    product: 'Produkt',
    device: 'Gerät',
    since: 'Seit',
    address: 'Von',
    token: 'Mit Token',
    node: 'Knoten',
    noDevices: 'Kein Gerät ist verbunden.',
    noSessions: 'Kein Client ist über den Dienst verbunden.',
    end: 'Beenden',
    endOne: (device, address) => `Sitzung von ${address} mit ${device} beenden`,
    endTitle: 'Die Sitzung beenden?',
    endHint:
      'Das Bild dort läuft womöglich weiter, und mit einem gültigen Verbindungstoken kann sich der Client wieder verbinden. Widerrufen Sie das Verbindungstoken, um beides zu beenden.',
    filter: 'Produkt',
    all: 'Alle',
    first: (n: number) => `Das sind die ersten ${whole.format(n)}. Es gibt mehr.`,
  },
  record,
  people,
  confirm: {
    type: (name) => `Zur Bestätigung ${name} eintippen`,
    differs: 'Das ist nicht der Name.',
  },
};
