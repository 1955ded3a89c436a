/** @module The texts of the device list and of adding a device, in German. */
import type * as english from './devices-en.ts';

/** The device list, in German. */
export const devices: typeof english.devices = {
  title: 'Geräte',
  add: 'Gerät hinzufügen',
  search: 'Geräte suchen',
  emptyTitle: 'Noch keine Geräte',
  emptyBody: 'Öffnen Sie den Link, der bei Ihrem Gerät lag, oder fügen Sie das Gerät hier hinzu.',
  noMatch: (query: string) => `Kein Gerät passt zu „${query}“.`,
  noPicture: 'Noch kein Bild',
  verified: (when: string) => `Geprüft ${when}`,
  neverVerified: 'Noch nicht geprüft',
  open: (name: string) => `${name} öffnen`,
  details: (name: string) => `Einzelheiten von ${name}`,
  closeDetails: 'Schließen',
  remove: 'Entfernen…',
  removeQuestion: (name: string) => `${name} aus diesem Browser entfernen?`,
  removeConfirm: 'Entfernen',
  removeNote: 'Auch die Anmeldung geht verloren. Zurück kommen Sie mit Passwort oder Einladung.',
  removeKeep: 'Behalten',
  picture: (name: string) => `Letztes Bild von ${name}`,
  operators: 'Für Betreiber des Dienstes',
  notStored:
    'Dieser Browser speichert hier nichts: Geräte sind vergessen, sobald die Seite geschlossen wird.',
};

/** Adding a device by its link, in German. */
export const add: typeof english.add = {
  title: 'Gerät hinzufügen',
  howLabel: 'Wie Sie es hinzufügen',
  byLink: 'Einfügen',
  byCode: 'Scannen',
  byHand: 'Eintippen',
  link: 'Link',
  showLink: 'Link zeigen oder verbergen',
  linkHint: 'Vom Aufkleber des Geräts, von seinem Besitzer oder aus der Einrichtung.',
  linkPlaceholder: 'https://…#p=…&d=…',
  holds: 'Das steht in diesem Link',
  openUser: 'nicht im Link: Sie wählen selbst einen',
  isInvite: 'Dies ist eine Einladung: Sie gilt einmal.',
  holdsMore: 'Alles darin',
  holdsNothingElse: 'Es wird nichts gesendet, bevor Sie verbinden.',
  edit: 'Angaben ändern',
  more: 'Name und Adresse des Dienstes',
  product: 'Produktkennung',
  device: 'Gerätekennung',
  name: 'Name',
  nameHint: 'Wie Sie das Gerät nennen. Bleibt in diesem Browser.',
  token: 'Verbindungstoken',
  tokenHint: 'Damit erreichen Sie das Gerät über den Dienst.',
  user: 'Benutzername',
  password: 'Passwort',
  passwordHint: 'Dient einmal zur Anmeldung und wird nie gespeichert.',
  fingerprint: 'Fingerabdruck',
  fingerprintHint:
    'Der Schlüssel des Geräts: 64 Hexadezimalziffern. Ohne ihn lässt sich das Gerät nicht prüfen.',
  service: 'Adresse des Dienstes',
  serviceHint: 'Der Dienst, von dem diese Seite kommt, außer Sie haben eine andere Adresse erhalten.',
  none: 'nicht im Link',
  submit: 'Verbinden',
  showPassword: 'Passwort anzeigen oder verbergen',
  linkUnreadable:
    'Der geöffnete Link ist nicht vollständig. Fügen Sie hier den ganzen Link ein oder tippen Sie die Angaben ein.',
  forgotten: 'Dieses Gerät ist hier nicht mehr gespeichert. Fügen Sie es neu hinzu.',
};

/** Reading a link with the camera, in German. */
export const scan: typeof english.scan = {
  title: 'Code scannen',
  starting: 'Die Kamera wird gestartet. Erlauben Sie sie, wenn der Browser fragt.',
  aim: 'Halten Sie den Code vor die Kamera, sodass er den Rahmen füllt.',
  hard: 'Noch kein Code. Gehen Sie näher heran, halten Sie still, und achten Sie auf Licht ohne Spiegelung.',
  other: 'Dieser Code enthält etwas anderes, keinen Link zu einem Gerät.',
  found: 'Code gelesen.',
  viewfinder: 'Das Bild der Kamera',
  again: 'Kamera noch einmal versuchen',
  choose: 'Bild auswählen',
  unreadable: 'In diesem Bild ist kein lesbarer Code. Nehmen Sie ihn näher und gerade von vorn auf.',
  noPicture: 'Diese Datei ist kein Bild.',
  problem: {
    denied:
      'Die Kamera ist nicht erlaubt. Erlauben Sie sie in der Adresszeile, oder wählen Sie ein Bild des Codes.',
    none: 'Hier gibt es keine Kamera. Wählen Sie ein Bild des Codes, oder fügen Sie den Link ein.',
    busy: 'Etwas anderes benutzt die Kamera. Beenden Sie das, und versuchen Sie es dann noch einmal.',
    insecure:
      'Browser erlauben die Kamera nur auf Seiten, die über https kamen. Wählen Sie ein Bild des Codes, oder fügen Sie den Link ein.',
    failed:
      'Die Kamera ließ sich nicht starten. Versuchen Sie es noch einmal, wählen Sie ein Bild des Codes, oder fügen Sie den Link ein.',
  },
};

/** Validation of links and fields, in German. */
export const check: typeof english.check = {
  required: 'Wird gebraucht, um das Gerät zu finden.',
  tokenRequired: 'Wird gebraucht: Der Dienst verlangt es.',
  tokenLength: 'Höchstens 64 Byte.',
  idLength: 'Höchstens 64 Zeichen, ohne Leerzeichen und Schrägstriche.',
  userName: '1 bis 64 Zeichen: a–z, 0–9, Punkt, Bindestrich und Unterstrich.',
  passwordLength: '4 bis 64 Byte.',
  passwordNeedsUser: 'Zu einem Passwort gehört ein Benutzername.',
  fingerprint: '64 Hexadezimalziffern; Doppelpunkte stören nicht.',
  service: 'Eine Adresse, die mit wss://, ws://, https:// oder http:// beginnt.',
  serviceInsecure: 'Diese Seite kam über https: Die Adresse des Dienstes muss mit wss:// beginnen.',
  serviceNotListed: (services: string) => `Diese Konsole spricht nur mit: ${services}.`,
  linkNotListed: (service: string, services: string) =>
    `Dieser Link gehört zum Dienst ${service}. Diese Konsole spricht nur mit: ${services}.`,
  link: 'Das ist kein vollständiger Link zu einem Gerät. Kopieren Sie den ganzen Link noch einmal.',
  linkFingerprint:
    'Der Fingerabdruck in diesem Link ist beschädigt. Kopieren Sie den ganzen Link noch einmal.',
  nameLength: 'Höchstens 64 Zeichen.',
  path: 'Ein Pfad beginnt mit „/“.',
  json: (reason: string) => `Das ist kein JSON: ${reason}`,
  hex: 'Paare aus Hexadezimalziffern; Leerzeichen stören nicht.',
  cbor: 'Dieser Wert lässt sich nicht als CBOR schreiben.',
  contentFormat: 'Eine Zahl von 0 bis 65535.',
  file: 'Wählen Sie eine Datei von höchstens 64 MB.',
};

/** A device's reachability, in German. */
export const presence: typeof english.presence = {
  unasked: (when: string) => `Zuletzt gesehen ${when}`,
  neverSeen: 'Noch nicht gesehen',
  looking: 'Wird gesucht',
  reachableSince: (when: string) => `Erreichbar seit ${when}`,
  unverified: 'nicht geprüft',
  asksLogin: 'Verlangt eine Anmeldung',
  away: 'Nicht erreichbar',
  awaySince: (when: string) => `Nicht erreichbar, zuletzt gesehen ${when}`,
  failedSince: (why: string, when: string) => `${why} Zuletzt gesehen ${when}.`,
  impostor: 'Ein anderes Gerät antwortet an seiner Stelle',
  lastPath: (path: string) => `letzter Weg: ${path}`,
  paths: { 'same-network': 'im selben Netz', direct: 'direkt', relayed: 'über einen Vermittler' },
};

/** The verification badge of a device, in German. */
export const badge: typeof english.badge = {
  verified: 'Geprüft',
  notVerified: 'Nicht geprüft',
  silent: 'Keine Antwort',
  silentHint: 'Vom Gerät kommt gerade nichts. Ob es noch da ist, zeigt sich in wenigen Sekunden.',
  lost: 'Nicht verbunden',
  lostHint:
    'Die Verbindung ist gerade unterbrochen. Ist das Gerät wieder da, wird erneut geprüft, ob es das richtige ist.',
  verifiedHint:
    'Das Gerät hat bewiesen, dass es den richtigen Schlüssel hat und diese Verbindung nicht abgefangen wird.',
  unboundHint:
    'Das Gerät hat bewiesen, dass es den richtigen Schlüssel hat, ist aber zu alt, um zu beweisen, dass diese Verbindung nicht abgefangen wird.',
  unknownHint:
    'Für dieses Gerät ist kein Fingerabdruck bekannt. Prüfen lässt sich nur, ob sein Schlüssel noch derselbe ist wie beim ersten Mal.',
};
