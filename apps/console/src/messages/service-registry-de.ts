/** @module The texts about the registry: products, their issuers, devices and tokens, in German. */
import type * as english from './service-registry-en.ts';

const whole = new Intl.NumberFormat('de', { maximumFractionDigits: 0 });

/** Products, in German. */
export const product: typeof english.product = {
  add: 'Produkt hinzufügen',
  id: 'Produktkennung',
  idHint: '1 bis 64 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche.',
  created: 'Hinzugefügt',
  issuers: 'Aussteller',
  empty: 'Noch keine Produkte',
  emptyHint: 'Ein Produkt ist eine Familie von Geräten. Fügen Sie das erste hinzu.',
  devices: 'Geräte',
  remove: 'Dieses Produkt entfernen',
  removeHint:
    'Auch seine Geräte und Verbindungstoken werden entfernt, und verbundene Clients werden getrennt.',
  back: 'Alle Produkte',
};

/** Issuers of logins, in German. */
export const issuer: typeof english.issuer = {
  title: 'Aussteller von Anmeldungen',
  lead: 'Ihre eigenen Dienste, deren unterschriebene Token (JWT) zu den Geräten dieses Produkts lassen.',
  empty: 'Keine.',
  name: 'Aussteller',
  audience: 'Empfänger (Audience)',
  jwks: 'Adresse seiner Schlüssel',
  add: 'Aussteller hinzufügen',
  remove: (name) => `${name} entfernen`,
  removeTitle: 'Den Aussteller entfernen?',
  removeHint: 'Sitzungen, die mit seinen Token kamen, enden.',
};

/** Devices, in German. */
export const device: typeof english.device = {
  add: 'Gerät hinzufügen',
  id: 'Gerätekennung',
  name: 'Gerätename',
  nameHint: 'Für Menschen. Darf fehlen.',
  fingerprint: 'Fingerabdruck',
  fingerprintHint: 'Der Schlüssel des Geräts, wie ihn die Einrichtung gezeigt hat: 64 Hexadezimalziffern.',
  search: 'Geräte suchen',
  searchPlaceholder: 'Kennung oder Name',
  searched: (found, of) => `${whole.format(found)} von ${whole.format(of)} Geräten`,
  searchedFirst: (of) => `Durchsucht wurden die ersten ${whole.format(of)} Geräte.`,
  empty: 'Noch keine Geräte',
  emptyHint: 'Fügen Sie das erste hinzu: Seine Einrichtung hat Kennung und Fingerabdruck gezeigt.',
  noMatch: (query) => `Kein Gerät passt zu „${query}“.`,
  state: 'Zustand',
  attached: 'Verbunden',
  since: (when) => `seit ${when}`,
  detached: 'Getrennt',
  seen: (when) => `Zuletzt gesehen ${when}`,
  neverSeen: 'Noch nie gesehen',
  unknown: 'Nicht jeder Knoten hat geantwortet',
  disabled: 'Gesperrt',
  back: (product) => `Geräte von ${product}`,
  details: 'Einzelheiten',
  rename: 'Namen ändern',
  rekey: 'Schlüssel ändern',
  rekeyHint:
    'Wenn das Gerät einen neuen Schlüssel hat. Links und Aufkleber mit dem alten Fingerabdruck gelten dann nicht mehr, und bestehende Verbindungen enden.',
  disable: 'Sperren',
  enable: 'Freigeben',
  disableHint: 'Der Dienst weist das Gerät und seine Benutzer dann ab, als gäbe es das Gerät nicht.',
  disableTitle: 'Das Gerät sperren?',
  remove: 'Dieses Gerät entfernen',
  removeHint: 'Auch seine Verbindungstoken werden entfernt, und verbundene Clients werden getrennt.',
  created: 'Hinzugefügt',
};

/** Connection tokens, in German. */
export const token: typeof english.token = {
  add: 'Verbindungstoken ausstellen',
  lead: 'Mit einem Verbindungstoken darf man um eine Verbindung zu einem Gerät bitten, mehr nicht.',
  product: 'Produkt',
  scope: 'Gilt für',
  scopeHint: 'Leer lassen für jedes Gerät des Produkts.',
  short: 'Kurzes Token (Kompatibilität)',
  shortHint:
    'Zwölf Zeichen, für bestehende Seiten, deren Felder nicht mehr aufnehmen. Nur wenn der Dienst mit --allow-short-tokens läuft.',
  everyDevice: 'Jedes Gerät',
  id: 'Kennung',
  made: 'Ausgestellt',
  expires: 'Endet',
  never: 'Nie',
  lifetime: 'Gültig für',
  days: (n) => (n === 1 ? '1 Tag' : n === 365 ? '1 Jahr' : `${whole.format(n)} Tage`),
  origin: { service: 'Hier ausgestellt', device: 'Vom Gerät' },
  state: 'Zustand',
  states: { good: 'Gültig', revoked: 'Widerrufen', ended: 'Abgelaufen' },
  empty: 'Keine Verbindungstoken',
  emptyHint: 'Wer einen Link des Geräts hat, braucht keines.',
  noProducts:
    'Es gibt kein Produkt, für das eines ausgestellt werden könnte. Fügen Sie erst ein Produkt hinzu.',
  madeTitle: 'Ihr neues Verbindungstoken',
  once: 'Das wird nur einmal gezeigt. Kopieren Sie es jetzt: Der Dienst behält nur den Hash.',
  value: 'Das Verbindungstoken',
  pairing: 'Link, der das Gerät öffnet',
  pairingHint: 'Dieser Link führt zum Gerät, das dann eine Anmeldung verlangt.',
  code: 'Der Link als Code für eine Kamera',
  copy: 'Kopieren',
  done: 'Ich habe es aufbewahrt',
  rotate: 'Ersetzen',
  rotateTitle: 'Das Verbindungstoken ersetzen?',
  rotateHint:
    'Ein neues wird ausgestellt. Das alte gilt noch eine Weile, damit seine Benutzer zum neuen wechseln können.',
  overlap: 'Das alte gilt noch',
  overlaps: { 0: 'Gar nicht', 1: '1 Stunde', 24: '1 Tag', 168: '7 Tage' },
  revoke: 'Widerrufen',
  revokeTitle: 'Das Verbindungstoken widerrufen?',
  revokeHint: 'Seine Verbindungen enden binnen einer Sekunde. Das lässt sich nicht zurücknehmen.',
  rowAction: (what, id) => `${id}: ${what}`,
};
