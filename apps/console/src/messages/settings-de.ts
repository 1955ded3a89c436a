/** @module The texts of the settings, in German. */
import type * as english from './settings-en.ts';
import { tenths, whole } from './formats-de.ts';

/** The settings, in German. */
export const settings: typeof english.settings = {
  title: 'Einstellungen',
  language: 'Sprache',
  automatic: 'Automatisch',
  languages: { en: 'English', de: 'Deutsch' },
  scheme: 'Farben',
  schemes: { auto: 'Automatisch', light: 'Hell', dark: 'Dunkel' },
  storage: 'In diesem Browser gespeichert',
  keepsTitle: 'Was gespeichert wird',
  keeps: [
    'Ihre Geräte: Kennungen, Namen, Adressen, Verbindungstoken, Schlüssel, von jedem das letzte Bild und, wo ein Gerät sie nicht auflisten kann, seine Personen',
    'Für jedes Gerät ein Zertifikat, an dem das Gerät diesen Browser erkennt',
    'Was Sie als Anfragen getippt und gesendet haben, außer Geheimnissen',
    'Diese Einstellungen',
  ],
  keepsNot: 'Passwörter werden nie gespeichert.',
  used: (megabytes: number) => `${tenths.format(megabytes)} MB, nur hier.`,
  lasting: 'Der Browser behält es, bis Sie es entfernen.',
  fleeting: 'Der Browser darf es entfernen.',
  unknown: 'Ob der Browser es behält, sagt er nicht.',
  untrusted:
    'Dieser Browser vertraut dem Zertifikat des Dienstes nicht, darum lässt sich die Konsole nicht installieren. Dieselbe Adresse mit http:// sagt, wie man ihm vertraut.',
  askLasting: 'Um Behalten bitten',
  refused: 'Nicht zugesagt. Installieren der Konsole hilft.',
  pages: 'Seiten der Geräte',
  pagesHint:
    'Eine Seite unter „Web“ kann in diesem Browser etwas speichern und sieht nur, was zu ihrem Gerät gehört.',
  pagesShown: (n: number) =>
    n === 1
      ? 'Seiten eines Geräts wurden hier gezeigt.'
      : `Seiten von ${whole.format(n)} Geräten wurden hier gezeigt.`,
  forgetPages: 'Gespeichertes entfernen',
  pagesForgotten: 'Alles, was Seiten gespeichert hatten, ist entfernt.',
  pagesLeft: (n: number) =>
    n === 1
      ? 'Was die Seiten eines Geräts gespeichert haben, ist noch da: Der Dienst hat nicht geantwortet, oder die Seite ist in einem anderen Tab offen. Versuchen Sie es später noch einmal.'
      : `Was die Seiten von ${whole.format(n)} Geräten gespeichert haben, ist noch da: Der Dienst hat nicht geantwortet, oder die Seiten sind in anderen Tabs offen. Versuchen Sie es später noch einmal.`,
  backup: 'Geräte woandershin mitnehmen',
  backupTitle: 'Was die Datei enthält',
  backupHolds:
    'Kennungen, Namen, Adressen, Benutzernamen mit ihren Rollen, Schlüssel und Verbindungstoken: Wer sie hat, erreicht Ihre Geräte, kann sich aber nicht anmelden.',
  backupLacks: 'Nicht darin: Passwörter, Zertifikate, Bilder, Anfragen und Einstellungen.',
  save: 'In Datei speichern',
  saved: (n: number) =>
    n === 1 ? 'Ein Gerät wurde gespeichert.' : `${whole.format(n)} Geräte wurden gespeichert.`,
  nothingToSave: 'Es gibt noch kein Gerät zu speichern.',
  open: 'Aus Datei hinzufügen',
  imported: (added: number, updated: number) =>
    updated === 0
      ? `${whole.format(added)} hinzugefügt.`
      : `${whole.format(added)} hinzugefügt, ${whole.format(updated)} schon bekannt. Diese behalten, was hier funktioniert: Ergänzt wird nur, was fehlte, und ein anderes Token wird erst ausprobiert.`,
  kept: (names: string) =>
    `Unverändert, weil die Datei einen anderen Schlüssel nennt als den, den sie hier bewiesen haben, oder einen anderen Dienst: ${names}.`,
  notListed: (names: string) => `Weggelassen, weil diese Konsole mit ihrem Dienst nicht spricht: ${names}.`,
  fileUnreadable:
    'Diese Datei ist nicht lesbar: Sie ist beschädigt oder keine Geräteliste. Es wurde nichts geändert.',
  fileForeign: 'Diese Datei stammt nicht von „In Datei speichern“ einer Konsole. Es wurde nichts geändert.',
  fileNewer:
    'Diese Datei ist von einer neueren Konsole. Laden Sie zuerst die neueste Version dieser Konsole. Es wurde nichts geändert.',
  fileDamaged: (entry: number, field: string) =>
    `Diese Datei ist beschädigt: Gerät ${whole.format(entry)}, „${field}“. Es wurde nichts geändert.`,
  fileTooLarge: 'Diese Datei ist zu groß für eine Geräteliste. Es wurde nichts geändert.',
  forget: 'Alles vergessen',
  forgetHint: 'Geräte, Bilder, Zertifikate und Einstellungen verschwinden aus diesem Browser.',
  forgetQuestion:
    'Wirklich alles vergessen? Zurück kommen Sie nur mit Links und Passwörtern oder Einladungen.',
  forgetPagesLeft:
    'Was Seiten der Geräte gespeichert haben, ließ sich nicht entfernen: Der Dienst hat nicht geantwortet, oder eine Seite ist in einem anderen Tab offen. Sie können das Übrige jetzt vergessen und das später hier entfernen.',
  forgetConfirm: 'Alles vergessen',
  forgetKeep: 'Behalten',
  about: 'Über die Konsole',
  version: (version: string) => `longwire-Konsole ${version}`,
  license: 'Freie Software, Apache-Lizenz 2.0.',
  licenses: 'Lizenzen der Teile',
};

/** Copying, in German. */
export const copy: typeof english.copy = {
  copied: 'Kopiert',
  refused: 'Dieser Browser lässt die Seite nicht kopieren. Markieren und kopieren Sie den Text selbst.',
};
