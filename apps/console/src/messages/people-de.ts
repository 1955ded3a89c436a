/** @module The texts about the users of a device, in German. */
import type * as english from './people-en.ts';

/** The users of a device, in German. */
export const people: typeof english.people = {
  title: 'Personen',
  youTitle: 'Sie',
  you: 'Sie',
  unrecognized:
    'Das Gerät weiß nicht, wer Sie sind. Melden Sie sich an, oder bitten Sie den Besitzer um eine Einladung.',
  unconfirmed: 'Wer Sie sind, ist noch nicht bestätigt. Eine Anmeldung bestätigt es.',
  noRecord: 'Dieses Gerät kann nicht sagen, wer Sie sind.',
  reading: 'Das Gerät wird gefragt',
  askAgain: 'Noch einmal fragen',
  change: 'Ändern',
  changeOf: (what: string) => `Ändern: ${what}`,
  save: 'Speichern',
  saved: 'Gespeichert.',
  done: 'Fertig',
  displayName: 'Name',
  noDisplayName: 'keiner',
  username: 'Benutzername',
  usernameHint: 'Zum Anmelden: Kleinbuchstaben, Ziffern, Punkt, Bindestrich und Unterstrich.',
  renameHint: 'Anmelden geht danach nur noch mit dem neuen Namen.',
  password: 'Passwort',
  passwordHidden: 'wird nie gezeigt',
  passwordSet: 'geändert',
  newPassword: 'Neues Passwort',
  ownPasswordHint: 'Für Ihre anderen Browser.',
  otherPasswordHint: 'Das alte gilt sofort nicht mehr.',
  setPassword: 'Passwort setzen',
  generate: 'Eines vorschlagen',
  shownOnce: 'Nur jetzt zu sehen: Die Konsole speichert es nicht. Kopieren Sie es, oder lesen Sie es vor.',
  role: 'Rolle',
  noRole: 'keine Rolle',
  rolesWaiting: 'Das Gerät wird gefragt, welche Rollen es gibt.',
  rolesUnknown: 'Dieses Gerät nennt seine Rollen nicht. Dies sind die üblichen.',
  otherRole: 'Andere Rolle',
  roleName: 'Name der Rolle',
  roleNameHint: 'Genau wie auf dem Gerät, auch in Groß- und Kleinschreibung.',
  roleHint: (role: string) =>
    (
      {
        Guest: 'Sieht meist nur das Bild.',
        Standard: 'Sieht, hört und spricht meist und nutzt, was das Gerät bietet.',
        Administrator: 'Darf alles ändern, auch diese Personen.',
        Unpaired: 'Was Fremde dürfen: so gut wie nichts.',
      } as Readonly<Record<string, string>>
    )[role] ?? 'Was sie erlaubt, ist im Gerät festgelegt.',
  giveRole: (role: string) => `Rolle ${role} geben`,
  chooseRole: 'Wählen Sie eine Rolle.',
  lastAdmin:
    'Das ist der einzige Administrator. Ohne ihn lassen sich Personen und Einstellungen nicht mehr ändern.',
  more: 'Mehr',
  categories: 'Benachrichtigungen',
  sct: 'Verbindungstoken',
  sctHint:
    'Damit erreichen die Browser dieser Person das Gerät. Ein anderes sperrt alle aus, die das alte haben.',
  sctNone: 'keines',
  oauthSubject: 'Beim Anmeldedienst bekannt als',
  oauthSubjectHint: 'Nur, wo das Gerät Token eines solchen Dienstes nimmt.',
  oauthSubjectNone: 'dort nicht bekannt',
  browsers: 'Bekannte Browser',
  browsersOf: (name: string) => `Browser von ${name}`,
  browserCount: (n: number) => (n === 0 ? 'kein Browser' : n === 1 ? '1 Browser' : `${n} Browser`),
  noBrowsers: 'Keine: Das Passwort wird jedes Mal verlangt.',
  unnamedBrowser: 'Ein Browser ohne Namen',
  removeBrowser: 'Entfernen',
  removeBrowserNamed: (name: string, start: string) => `${name} entfernen, ${start}…`,
  removeBrowserQuestion: (name: string) => `${name} entfernen? Er wird sofort abgemeldet.`,
  removeNamed: (name: string) => `${name} entfernen`,
  removeQuestion: (name: string) =>
    `${name} mit allen Browsern entfernen? Die Person wird sofort abgemeldet.`,
  removeSelfQuestion: 'Sich selbst entfernen? Das Gerät kennt Sie dann nicht mehr.',
  removeLastQuestion: (name: string) =>
    `${name} entfernen, den einzigen Administrator? Personen und Einstellungen lassen sich dann nicht mehr ändern.`,
  removeConfirm: 'Entfernen',
  unlisted:
    'Dieses Gerät kann seine Personen nicht auflisten. Diese Liste zeigt die, die in diesem Browser eingeladen oder gesucht wurden.',
  lookUpTitle: 'Jemanden suchen',
  lookUpName: 'Benutzername einer anderen Person',
  lookUpHint: 'Um ihre Rolle oder ihr Passwort zu ändern oder sie zu entfernen.',
  lookUp: 'Suchen',
  gone: (names: readonly string[]) =>
    `Das Gerät kennt ${new Intl.ListFormat('de').format(names)} nicht mehr. ${names.length === 1 ? 'Der Name wurde' : 'Die Namen wurden'} aus dieser Liste entfernt.`,
  invite: 'Person einladen',
  makeInvite: 'Einladen',
  inviteAgain: 'Neue Einladung',
  inviteFor: (name: string) => `Für ${name}`,
  inviteOnce: 'Gilt einmal.',
  inviteStays: 'Einladungen sind aus: Gilt bis zum nächsten Passwort.',
  inviteUnverified: 'Ohne Schlüssel lässt sich das Gerät nicht prüfen.',
  linkOnlyHere: 'Nur dieser Computer kann das öffnen. Öffnen Sie diese Seite unter seiner Netzwerkadresse.',
  linkInsecure: 'Über http lässt sich kein Gerät prüfen. Nehmen Sie https.',
  link: 'Link',
  copyLink: 'Link kopieren',
  queryLink: 'Link für eine bestehende Seite',
  queryLinkWarning:
    'Für Seiten früherer Clients. Alles darin, auch ein Passwort, gelangt in die Protokolle des Servers dieser Seite.',
  queryPage: 'Adresse der Seite',
  queryPageWrong: 'Eine Adresse, die mit https:// beginnt und weder ? noch # enthält.',
  share: 'Teilen',
  qrLabel: 'Der Link als QR-Code',
  deviceTitle: 'Dieses Gerät',
  friendlyName: 'Name des Geräts',
  friendlyNameHint: 'Ihn sehen alle Benutzer.',
  noFriendlyName: 'keiner',
  pairingTitle: 'Wie neue Personen dazukommen',
  noSettings: 'Dieses Gerät hat dafür keine Einstellungen.',
  invitePairing: 'Einladungen',
  invitePairingHint: 'Jede gilt für einen Browser.',
  openPairing: 'Offenes Passwort',
  openPairingHint: 'Ein Passwort für alle. Nur eingeschaltet lassen, solange Sie es brauchen.',
  openPassword: 'Offenes Passwort',
  openPasswordUnknown: 'Das Gerät nennt sein offenes Passwort nicht.',
  showOpenPassword: 'Offenes Passwort und seinen Link zeigen',
  openPasswordNote: (password: string) =>
    `Das Passwort ist ${password}. Wer es hat, kann Benutzer werden, solange dies eingeschaltet ist.`,
  denied: (names: readonly string[]) =>
    names.length === 0
      ? 'Ihre Rolle erlaubt das nicht. Ein Administrator des Geräts kann Ihre Rolle ändern.'
      : `Ihre Rolle erlaubt das nicht. Fragen Sie ${new Intl.ListFormat('de', { type: 'disjunction' }).format(names)}.`,
  problem: {
    noSuchUser: (name: string) => `Das Gerät hat keinen Benutzer namens ${name}.`,
    noRole: 'Das Gerät kennt diese Rolle nicht, also wurde keine Einladung erstellt. Wählen Sie eine andere.',
    noRoleOrPerson: 'Das Gerät kennt diese Rolle nicht oder diese Person nicht mehr.',
    missing: 'Das Gerät hat das nicht mehr oder hatte es nie.',
    taken: 'Dieser Name ist schon vergeben.',
    refused: (detail: string | undefined) =>
      detail === undefined
        ? 'Das Gerät hat das nicht angenommen.'
        : `Das Gerät hat das nicht angenommen: ${detail}`,
    unsure:
      'Die Verbindung ging verloren, bevor die Antwort kam. Sehen Sie nach, ob es geschehen ist, und entscheiden Sie dann.',
    lost: 'Das Gerät wurde nicht erreicht, also wurde nichts geändert. Versuchen Sie es noch einmal.',
    failed: (detail: string) => `Das hat nicht geklappt: ${detail}`,
  },
  check: {
    name: 'Geben Sie einen Namen an.',
    username: '1 bis 64 Zeichen aus a–z, 0–9, Punkt, Bindestrich und Unterstrich.',
    displayName: 'Höchstens 64 Byte: Ein Umlaut braucht zwei.',
    newPassword: '8 bis 64 Byte.',
  },
};
