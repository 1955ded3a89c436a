/** @module The texts of connecting, logging in and logging out, in German. */
import type * as english from './login-en.ts';
import { whole } from './formats-de.ts';

/** The page of one device, in German. */
export const device: typeof english.device = {
  tabs: 'Bereiche dieses Geräts',
  live: 'Live',
  activity: 'Aktivität',
  controls: 'Steuerung',
  people: 'Personen',
  more: 'Mehr',
  terminal: 'Terminal',
  web: 'Web',
  connection: 'Verbindung',
  back: 'Alle Geräte',
  connectAgain: 'Neu verbinden',
  connectNow: 'Jetzt versuchen',
  reconnecting: (attempt: number) => `Verbindung wird neu aufgebaut, Versuch ${whole.format(attempt)}.`,
  retryIn: (seconds: number) => `Neuer Versuch in ${whole.format(seconds)} s`,
  attempt: (n: number) => `Versuch ${whole.format(n)}`,
  trying: (n: number) => `Versuch ${whole.format(n)} läuft`,
  lastPicture: 'Letztes Bild, bevor die Verbindung endete',
  whenBack: 'Das Gerät ist nicht verbunden. Sobald es wieder da ist, geht es hier weiter.',
};

/** The steps of connecting, in German. */
export const steps: typeof english.steps = {
  label: 'Verbindung wird aufgebaut',
  finding: 'Gerät wird gesucht',
  asking: 'Weg wird erfragt',
  opening: 'Verbindung wird geöffnet',
  checking: 'Es wird geprüft, wer antwortet',
  login: 'Anmeldung läuft',
  progress: (step: string, n: number, of: number) => `${step}, Schritt ${n} von ${of}`,
  slow: {
    finding:
      'Das Gerät wird noch gesucht: Vielleicht ist der Dienst ausgefallen, oder dieses Netz lässt Sie nicht zu ihm.',
    asking: 'Der Weg wird noch erfragt: Der Dienst antwortet langsam.',
    opening: 'Die Verbindung wird noch geöffnet: Vielleicht lassen die Netze dazwischen sie nicht durch.',
    checking: 'Es wird noch geprüft, wer antwortet: Das Gerät antwortet langsam.',
    login: 'Die Anmeldung läuft noch: Das Gerät antwortet langsam.',
  },
};

/** Who this browser is on the device, in German. */
export const me: typeof english.me = {
  label: 'Wer Sie auf diesem Gerät sind',
  role: (role: string) => role,
  noRole: 'keine Rolle',
  loggedOut: 'Nicht angemeldet',
  unconfirmed: 'Nicht bestätigt',
  unconfirmedHint:
    'Das Gerät gibt an, diesen Browser zu kennen. Das könnte auch jemand behaupten, der dazwischen ist. Eine Anmeldung bestätigt es.',
  login: 'Anmelden',
};

/** The question before secrets leave over an unconfirmed connection, in German. */
export const unbound: typeof english.unbound = {
  title: 'Diese Verbindung ist nicht bestätigt',
  body: 'Jemand zwischen Ihnen und dem Gerät könnte mitlesen, was Sie hier senden, auch Passwörter.',
  microphone: 'Jemand zwischen Ihnen und dem Gerät könnte hören, was Sie sagen, und alles andere im Raum.',
  logIn: 'Durch Anmelden bestätigen',
  goOn: 'Trotzdem weiter',
};

/** Logging in, in German. */
export const login: typeof english.login = {
  title: 'Anmelden',
  titleTo: (name: string) => `Anmelden bei ${name}`,
  user: 'Benutzername',
  password: 'Passwort',
  submit: 'Anmelden',
  skip: 'Ohne Anmeldung',
  wrong: 'Benutzername oder Passwort ist falsch.',
  wrongFromLink:
    'Das Passwort aus dem Link ist falsch. Tippen Sie das richtige ein, oder bitten Sie um einen neuen Link.',
  gone: 'Das Gerät kennt Sie nicht mehr. Melden Sie sich als anderer Benutzer an, oder fragen Sie den Besitzer.',
  accessEnded: 'Ihr Zugang ist abgelaufen. Bitten Sie den Besitzer des Geräts um mehr Zeit.',
  inviteUsed:
    'Diese Einladung wurde schon benutzt. Bitten Sie um eine neue, oder melden Sie sich mit einem Passwort an.',
  nameTitle: 'Wählen Sie einen Namen',
  nameLead: (name: string) => `Wie soll ${name} Sie nennen?`,
  nameSubmit: 'Beitreten',
  nameTaken: 'Dieser Name ist schon vergeben. Wählen Sie einen anderen.',
  pairingOff: 'Das Gerät nimmt gerade niemanden auf. Bitten Sie den Besitzer um eine Einladung.',
  pairingDenied: 'Das Gerät hat Sie nicht aufgenommen. Bitten Sie den Besitzer um eine Einladung.',
  notRememberable:
    'Ein privates Fenster erkennt das Gerät nicht wieder. Öffnen Sie den Link in einem gewöhnlichen.',
  notKept: 'In einem privaten Fenster fragt das Gerät jedes Mal nach dem Passwort.',
  lapsed:
    'Das Gerät erkennt diesen Browser nicht mehr. Melden Sie sich noch einmal an, oder bitten Sie den Besitzer um eine Einladung.',
  notRemembered: 'Das Gerät fragt Ihre Rolle jedes Mal nach dem Passwort.',
  expires: (date: string) =>
    `Das Gerät kennt diesen Browser bis ${date}. Dann brauchen Sie eine neue Einladung.`,
  wait: (seconds: number) =>
    `Zu viele falsche Passwörter. Warten Sie ${whole.format(seconds)} s und versuchen Sie es dann noch einmal.`,
};

/** Switching to another user, in German. */
export const otherUser: typeof english.otherUser = {
  title: 'Dieser Link ist für einen anderen Benutzer.',
  body: (known: string, offered: string) =>
    `Mit ihm wären Sie auf diesem Gerät ${offered}. In diesem Browser sind Sie ${known}.`,
  stay: (known: string) => `${known} bleiben`,
  become: (offered: string) => `${offered} werden`,
};

/** The warning that another device answers in its place, in German. */
export const stop: typeof english.stop = {
  title: 'Das ist nicht Ihr Gerät',
  mismatch:
    'Etwas hat an seiner Stelle geantwortet, aber mit einem anderen Schlüssel als erwartet. Außer der Frage nach dem Schlüssel wurde nichts gesendet: kein Passwort, keine Anfrage.',
  otherThanFirst:
    'Etwas hat an seiner Stelle geantwortet, aber mit einem anderen Schlüssel als beim ersten Mal. Außer der Frage nach dem Schlüssel wurde nichts gesendet: kein Passwort, keine Anfrage.',
  first: 'Fingerabdruck beim ersten Mal',
  firstAdvice:
    'Wenn es wirklich zurückgesetzt wurde, entfernen Sie es aus Ihren Geräten und fügen es neu hinzu.',
  meaningTitle: 'Was das bedeuten kann',
  meaningMiddle: 'Die Verbindung wird abgefangen.',
  meaningReset: 'Das Gerät wurde zurückgesetzt oder ersetzt und hat einen neuen Schlüssel.',
  meaningLink: 'Der Link oder der Aufkleber gehört zu einem anderen Gerät.',
  advice:
    'Machen Sie nicht weiter. Vergleichen Sie die Fingerabdrücke mit dem Aufkleber, oder bitten Sie den Besitzer auf einem Weg, dem Sie vertrauen, um einen neuen Link.',
  expected: 'Erwarteter Fingerabdruck',
  shown: 'Fingerabdruck, der geantwortet hat',
  noneShown: 'Es hat keinen Schlüssel nachgewiesen.',
  differsTitle: 'Dieser Link nennt einen anderen Schlüssel',
  differs:
    'Sie kennen dieses Gerät unter einem Schlüssel, und der geöffnete Link nennt einen anderen. Es wurde keine Verbindung aufgebaut und nichts geändert.',
  remembered: 'Bekannter Fingerabdruck',
  offered: 'Fingerabdruck im Link',
  differsAdvice:
    'Wenn das Gerät wirklich zurückgesetzt wurde, entfernen Sie es aus Ihren Geräten und öffnen den neuen Link noch einmal. Andernfalls benutzen Sie diesen Link nicht.',
  connectRemembered: 'Wie bisher verbinden',
  keyStays:
    'Kein Link ersetzt den Schlüssel, den Sie kennen. Wenn das Gerät wirklich zurückgesetzt wurde, entfernen Sie es zuerst aus Ihren Geräten.',
  newLink: 'Neuen Link einfügen',
  removeAndNewLink: 'Entfernen und neu hinzufügen',
  leave: 'Zurück zu den Geräten',
};
