/** @module The texts of the settings, in German. */
import type * as english from './settings-en.ts';

const whole = new Intl.NumberFormat('de', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The settings, in German. */
export const settings: typeof english.settings = {
  title: 'Einstellungen',
  language: 'Sprache',
  automatic: 'Automatisch',
  languages: { en: 'English', de: 'Deutsch' },
  scheme: 'Farben',
  schemes: { auto: 'Automatisch', light: 'Hell', dark: 'Dunkel' },
  storage: 'Was dieser Browser speichert',
  keeps: [
    'Ihre Geräte: Kennungen, Namen, Adressen, Verbindungstoken, Schlüssel, von jedem das letzte Bild und, wo ein Gerät sie nicht auflisten kann, seine Personen',
    'Für jedes Gerät ein Zertifikat, an dem das Gerät diesen Browser erkennt',
    'Was Sie als Anfragen getippt und gesendet haben, außer Geheimnissen',
    'Diese Einstellungen',
  ],
  keepsNot: 'Passwörter werden nie gespeichert, alles andere nur hier.',
  used: (megabytes: number) => `${tenths.format(megabytes)} MB belegt, die Dateien der Konsole eingerechnet.`,
  lasting: 'Der Browser hat zugesagt, es zu behalten, bis Sie es entfernen.',
  fleeting: 'Der Browser darf es entfernen, wenn ihm der Platz ausgeht oder Sie wochenlang nicht hier waren.',
  unknown: 'Dieser Browser sagt nicht, ob er es behält.',
  untrusted:
    'Dieser Browser vertraut dem Zertifikat des Dienstes nicht: Die Konsole lässt sich nicht installieren, und eigene Webseiten von Geräten öffnen sich nicht. Dieselbe Adresse mit http:// sagt, wie man ihm vertraut.',
  askLasting: 'Den Browser bitten, es zu behalten',
  refused:
    'Der Browser hat es nicht zugesagt. Manche tun es, wenn die Konsole installiert ist oder oft besucht wurde.',
  pages: 'Was Seiten der Geräte speichern',
  pagesHint:
    'Eine Seite unter „Web“ kann wie jede Webseite etwas in diesem Browser speichern. Sie sieht nur, was zu ihrem eigenen Gerät gehört. Was sie gespeichert hat, verschwindet, wenn Sie das Gerät entfernen, oder mit dem Knopf darunter; die Seite beginnt dann von vorn.',
  pagesShown: (n: number) => {
    if (n === 0) return 'Keine Seite eines Geräts hat hier etwas gespeichert.';
    return n === 1
      ? 'Seiten eines Geräts wurden hier gezeigt.'
      : `Seiten von ${whole.format(n)} Geräten wurden hier gezeigt.`;
  },
  forgetPages: 'Gespeichertes entfernen',
  pagesForgotten: 'Alles, was Seiten gespeichert hatten, ist entfernt.',
  pagesLeft: (n: number) =>
    n === 1
      ? 'Was die Seiten eines Geräts gespeichert haben, ist noch da: Der Dienst hat nicht geantwortet, oder die Seite ist in einem anderen Tab offen. Versuchen Sie es später noch einmal.'
      : `Was die Seiten von ${whole.format(n)} Geräten gespeichert haben, ist noch da: Der Dienst hat nicht geantwortet, oder die Seiten sind in anderen Tabs offen. Versuchen Sie es später noch einmal.`,
  backup: 'Geräte woandershin mitnehmen',
  backupHolds:
    'Die Datei enthält Kennungen, Namen, Adressen, Benutzernamen mit ihren Rollen, Schlüssel und Verbindungstoken: Wer sie hat, erreicht Ihre Geräte, kann sich aber nicht anmelden.',
  backupLacks:
    'Passwörter stehen nicht darin. Zertifikate auch nicht, denn ihre Schlüssel verlassen diesen Browser nie: Ein anderer Browser meldet sich einmal mit Passwort oder Einladung an. Auch Bilder, Anfragen und Einstellungen bleiben hier.',
  save: 'Geräte in einer Datei speichern',
  saved: (n: number) =>
    n === 1 ? 'Ein Gerät wurde gespeichert.' : `${whole.format(n)} Geräte wurden gespeichert.`,
  nothingToSave: 'Es gibt noch kein Gerät zu speichern.',
  open: 'Geräte aus einer Datei hinzufügen',
  imported: (added: number, updated: number) =>
    updated === 0
      ? `${whole.format(added)} hinzugefügt.`
      : `${whole.format(added)} hinzugefügt, ${whole.format(updated)} schon bekannt. Diese behalten, was hier funktioniert: Ergänzt wird nur, was fehlte, und ein anderes Token wird erst ausprobiert.`,
  kept: (names: string) =>
    `Unverändert, weil die Datei einen anderen Schlüssel nennt als den, den sie hier bewiesen haben, oder einen anderen Dienst: ${names}.`,
  notListed: (names: string) => `Weggelassen, weil diese Konsole mit ihrem Dienst nicht spricht: ${names}.`,
  fileUnreadable:
    'Diese Datei ist nicht lesbar: Sie ist beschädigt oder keine Geräteliste. Es wurde nichts geändert.',
  fileForeign:
    'Diese Datei stammt nicht von „Geräte in einer Datei speichern“ einer Konsole. Es wurde nichts geändert.',
  fileNewer:
    'Diese Datei ist von einer neueren Konsole. Laden Sie zuerst die neueste Version dieser Konsole. Es wurde nichts geändert.',
  fileDamaged: (entry: number, field: string) =>
    `Diese Datei ist beschädigt: Gerät ${whole.format(entry)}, „${field}“. Es wurde nichts geändert.`,
  fileTooLarge: 'Diese Datei ist zu groß für eine Geräteliste. Es wurde nichts geändert.',
  forget: 'Alles vergessen',
  forgetHint:
    'Geräte, Bilder, Zertifikate, Einstellungen und was Seiten der Geräte gespeichert haben, werden aus diesem Browser entfernt. Jedes Gerät führt diesen Browser noch bei seinem Benutzer, bis er dort entfernt wird.',
  forgetQuestion:
    'Wirklich alles vergessen? Um zurückzukommen, brauchen Sie Links und Passwörter oder Einladungen.',
  forgetPagesLeft:
    'Was Seiten der Geräte gespeichert haben, ließ sich nicht entfernen: Der Dienst hat nicht geantwortet, oder eine Seite ist in einem anderen Tab offen. Sie können das Übrige jetzt vergessen und das später hier entfernen.',
  forgetConfirm: 'Alles vergessen',
  forgetKeep: 'Behalten',
  about: 'Über die Konsole',
  version: (version: string) => `longwire-Konsole ${version}`,
  license: 'Freie Software unter der Apache-Lizenz 2.0.',
  licenses: 'Lizenzen der Teile, aus denen sie gebaut ist',
};

/** Copying, in German. */
export const copy: typeof english.copy = {
  copied: 'Kopiert',
  refused: 'Dieser Browser lässt die Seite nicht kopieren. Markieren und kopieren Sie den Text selbst.',
};
