/** @module Every text of the console, in German. */

import { doctor } from './doctor-de.ts';
import type { Messages } from './en.ts';
import { requests } from './requests-de.ts';
import { terminal } from './terminal-de.ts';
import { web } from './web-de.ts';
import { path } from './path-de.ts';

const relative = new Intl.RelativeTimeFormat('de', { numeric: 'auto' });
const clock = new Intl.DateTimeFormat('de', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('de', { month: 'short', day: 'numeric' });
const date = new Intl.DateTimeFormat('de', { month: 'short', day: 'numeric', year: 'numeric' });
const whole = new Intl.NumberFormat('de', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('de', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The German texts. */
export const de: Messages = {
  product: 'longwire',
  language: 'de',
  common: {
    back: 'Zurück',
    cancel: 'Abbrechen',
    details: 'Einzelheiten',
    copy: 'Kopieren',
    skipToContent: 'Zum Inhalt springen',
  },
  time: {
    now: 'gerade eben',
    minutes: (n: number) => relative.format(-n, 'minute'),
    hours: (n: number) => relative.format(-n, 'hour'),
    days: (n: number) => relative.format(-n, 'day'),
    elapsed: (n: number) => `${tenths.format(n)} s`,
  },
  since: {
    today: (then: Date) => `${clock.format(then)} Uhr`,
    yesterday: (then: Date) => `${relative.format(-1, 'day')}, ${clock.format(then)} Uhr`,
    thisYear: (then: Date) => `${day.format(then)}, ${clock.format(then)} Uhr`,
    before: (then: Date) => date.format(then),
  },
  devices: {
    title: 'Geräte',
    add: 'Gerät hinzufügen',
    search: 'Geräte suchen',
    searchPlaceholder: 'Name oder Kennung',
    emptyTitle: 'Noch niemand in der Leitung',
    emptyBody:
      'Öffnen Sie den Link, der bei Ihrem Gerät lag, oder fügen Sie das Gerät hier hinzu. Gemerkt wird es nur in diesem Browser.',
    noMatch: (query: string) => `Kein Gerät passt zu „${query}“.`,
    noPicture: 'Noch kein Bild',
    verified: (when: string) => `Geprüft ${when}`,
    neverVerified: 'Noch nicht geprüft',
    open: (name: string) => `${name} öffnen`,
    remove: (name: string) => `${name} entfernen`,
    removeQuestion: (name: string) => `${name} aus diesem Browser entfernen?`,
    removeConfirm: 'Entfernen',
    removeNote:
      'Auch die Anmeldung wird vergessen, und was die Seiten des Geräts gespeichert haben: Um das Gerät wieder hinzuzufügen, brauchen Sie ein Passwort oder eine Einladung.',
    removeKeep: 'Behalten',
    picture: (name: string) => `Letztes Bild von ${name}`,
    operators: 'Für Betreiber des Dienstes',
    notStored:
      'Dieser Browser lässt die Konsole nichts speichern: Geräte sind vergessen, sobald die Seite geschlossen wird.',
  },
  add: {
    title: 'Gerät hinzufügen',
    howLabel: 'Wie Sie es hinzufügen',
    byLink: 'Link einfügen',
    byCode: 'Code scannen',
    byHand: 'Selbst eintippen',
    link: 'Link',
    linkHint: 'Vom Aufkleber des Geräts, von seinem Besitzer oder aus der Einrichtung.',
    linkPlaceholder: 'https://…#p=…&d=…',
    holds: 'Das steht in diesem Link',
    openUser: 'keiner: Sie wählen einen Namen',
    isInvite: 'Dies ist eine Einladung: Sie gilt einmal.',
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
    serviceHint: 'Der Dienst, von dem diese Seite kommt, wenn Ihnen nichts anderes gesagt wurde.',
    none: 'keiner',
    submit: 'Verbinden',
    showPassword: 'Passwort zeigen oder verbergen',
    linkUnreadable:
      'Der geöffnete Link ist nicht vollständig. Fügen Sie hier den ganzen Link ein oder tippen Sie die Angaben ein.',
    forgotten: 'Dieses Gerät ist hier nicht mehr gemerkt. Fügen Sie es neu hinzu.',
  },
  scan: {
    title: 'Code scannen',
    starting: 'Die Kamera wird angefragt. Erlauben Sie sie, wenn der Browser fragt.',
    aim: 'Halten Sie den Code vor die Kamera, sodass er den Rahmen füllt.',
    hard: 'Noch kein Code. Gehen Sie näher heran, halten Sie still, und achten Sie auf Licht ohne Spiegelung.',
    other: 'Dieser Code enthält etwas anderes: keinen Link eines Geräts.',
    found: 'Gelesen.',
    viewfinder: 'Das Bild der Kamera',
    again: 'Kamera noch einmal versuchen',
    choose: 'Bild auswählen',
    unreadable: 'In diesem Bild ist kein lesbarer Code. Nehmen Sie ihn näher und gerade von vorn auf.',
    noPicture: 'Diese Datei ist kein Bild.',
    problem: {
      denied:
        'Die Kamera ist nicht erlaubt. Erlauben Sie sie in der Adresszeile, oder wählen Sie ein Bild des Codes.',
      none: 'Hier gibt es keine Kamera. Wählen Sie ein Bild des Codes, oder fügen Sie den Link ein.',
      busy: 'Etwas anderes benutzt die Kamera. Schließen Sie es, und versuchen Sie es dann noch einmal.',
      insecure:
        'Browser geben eine Kamera nur Seiten, die über https kamen. Wählen Sie ein Bild des Codes, oder fügen Sie den Link ein.',
      failed:
        'Die Kamera ließ sich nicht starten. Versuchen Sie es noch einmal, wählen Sie ein Bild des Codes, oder fügen Sie den Link ein.',
    },
  },
  check: {
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
    link: 'Das ist kein Link zu einem Gerät: Er muss ein Produkt (p) und ein Gerät (d) nennen.',
    linkFingerprint:
      'Der Fingerabdruck in diesem Link ist beschädigt. Kopieren Sie den ganzen Link noch einmal.',
    nameLength: 'Höchstens 64 Zeichen.',
    path: 'Ein Pfad beginnt mit „/“.',
    json: (reason: string) => `Das ist kein JSON: ${reason}`,
    hex: 'Paare aus Hexadezimalziffern; Leerzeichen stören nicht.',
    cbor: 'Dieser Wert lässt sich nicht als CBOR schreiben.',
    contentFormat: 'Eine Zahl von 0 bis 65535.',
    file: 'Wählen Sie eine Datei von höchstens 64 MB.',
  },
  device: {
    tabs: 'Bereiche dieses Geräts',
    live: 'Live',
    requests: 'Anfragen',
    people: 'Personen',
    terminal: 'Terminal',
    web: 'Web',
    connection: 'Verbindung',
    back: 'Alle Geräte',
    connectAgain: 'Neu verbinden',
    connectNow: 'Jetzt versuchen',
    reconnecting: (attempt: number) => `Neu verbinden, Versuch ${whole.format(attempt)}.`,
    retryIn: (seconds: number) => `Neuer Versuch in ${whole.format(seconds)} s`,
    attempt: (n: number) => `Versuch ${whole.format(n)}`,
    trying: (n: number) => `Versuch ${whole.format(n)} läuft`,
    lastPicture: 'Letztes Bild, bevor die Verbindung endete',
  },
  steps: {
    label: 'Verbindung wird aufgebaut',
    finding: 'Gerät wird gesucht',
    asking: 'Weg wird erfragt',
    opening: 'Weg wird geöffnet',
    checking: 'Es wird geprüft, wer antwortet',
    login: 'Anmeldung läuft',
    progress: (step: string, n: number, of: number) => `${step}, Schritt ${n} von ${of}`,
  },
  badge: {
    verified: 'Geprüft',
    notVerified: 'Nicht geprüft',
    verifiedHint: 'Das Gerät hat seinen Schlüssel bewiesen, und dass niemand dazwischen ist.',
    unboundHint:
      'Das Gerät hat seinen Schlüssel bewiesen, ist aber zu alt, um zu beweisen, dass niemand dazwischen ist.',
    unknownHint: 'Von diesem Gerät ist kein Fingerabdruck bekannt; es gab nichts zu vergleichen.',
  },
  me: {
    label: 'Wer Sie auf diesem Gerät sind',
    role: (role: string) => role,
    noRole: 'keine Rolle',
    nobody: 'Nicht angemeldet',
    login: 'Anmelden',
  },
  login: {
    title: 'Anmelden',
    lead: (name: string) => `${name} möchte wissen, wer Sie sind.`,
    user: 'Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
    skip: 'Ohne Anmeldung weiter',
    wrong: 'Benutzername oder Passwort ist falsch.',
    wrongFromLink: 'Das Passwort aus dem Link ist falsch. Tippen Sie das richtige ein.',
    gone: 'Das Gerät kennt Sie nicht mehr. Melden Sie sich anders an oder fragen Sie den Besitzer.',
    inviteUsed:
      'Diese Einladung wurde schon benutzt. Bitten Sie den Besitzer des Geräts um eine neue, oder melden Sie sich mit einem Passwort an.',
    nameTitle: 'Wählen Sie einen Namen',
    nameLead: (name: string) =>
      `${name} nimmt alle auf, die das offene Passwort haben. Unter welchem Namen soll es Sie kennen?`,
    nameSubmit: 'Eintreten',
    nameTaken: 'Diesen Namen hat schon jemand. Wählen Sie einen anderen.',
    pairingOff: 'Das Gerät nimmt gerade niemanden auf. Bitten Sie den Besitzer um eine Einladung.',
    pairingDenied:
      'Das Gerät hat Sie keinen Benutzer anlegen lassen. Bitten Sie den Besitzer um eine Einladung.',
    notRememberable:
      'Dieser Browser bewahrt für diese Seite nichts auf, wie in einem privaten Fenster: Das Gerät könnte Sie nicht wiedererkennen. Öffnen Sie den Link in einem gewöhnlichen Fenster.',
    notKept:
      'Dieser Browser bewahrt für diese Seite nichts auf, wie in einem privaten Fenster: Das Gerät fragt jedes Mal nach Ihrem Passwort.',
    notRemembered:
      'Das Gerät merkt sich für Ihre Rolle keine Browser: Es fragt jedes Mal nach Ihrem Passwort.',
    expires: (date: string) =>
      `Das Gerät kennt diesen Browser bis ${date}, und nicht länger. Bitten Sie vorher um eine neue Einladung.`,
    wait: (seconds: number) =>
      `Zu viele falsche Passwörter. Warten Sie ${whole.format(seconds)} s und versuchen Sie es dann noch einmal.`,
    unverifiedNote:
      'Das Passwort selbst wird nie gesendet: Beim Anmelden beweisen beide Seiten einander, dass sie es kennen.',
  },
  otherUser: {
    title: 'Dieser Link ist für jemand anderen.',
    body: (known: string, offered: string) =>
      `Mit ihm wären Sie auf diesem Gerät ${offered}. In diesem Browser sind Sie ${known}.`,
    stay: (known: string) => `${known} bleiben`,
    become: (offered: string) => `${offered} werden`,
  },
  stop: {
    title: 'Das ist nicht Ihr Gerät',
    mismatch:
      'Etwas hat an seiner Stelle geantwortet, aber mit einem anderen Schlüssel als erwartet. Außer der Frage nach dem Schlüssel wurde nichts gesendet: kein Passwort, keine Anfrage.',
    meaningTitle: 'Was das bedeuten kann',
    meaningMiddle: 'Jemand steht zwischen Ihnen und dem Gerät.',
    meaningReset: 'Das Gerät wurde zurückgesetzt oder ersetzt und hat einen neuen Schlüssel.',
    meaningLink: 'Der Link oder der Aufkleber gehört zu einem anderen Gerät.',
    advice:
      'Machen Sie nicht weiter. Vergleichen Sie den Fingerabdruck mit dem Aufkleber, oder bitten Sie den Besitzer auf einem Weg, dem Sie trauen, um einen neuen Link.',
    expected: 'Erwarteter Schlüssel',
    differsTitle: 'Dieser Link nennt einen anderen Schlüssel',
    differs:
      'Sie kennen dieses Gerät unter einem Schlüssel, und der geöffnete Link nennt einen anderen. Es wurde nichts verbunden, und was Sie kennen, blieb unverändert.',
    remembered: 'Schlüssel, den Sie kennen',
    offered: 'Schlüssel im Link',
    differsAdvice:
      'Wenn das Gerät wirklich zurückgesetzt wurde, entfernen Sie es aus Ihren Geräten und öffnen den neuen Link noch einmal. Sonst benutzen Sie diesen Link nicht.',
    connectRemembered: 'Mit dem bekannten Schlüssel verbinden',
    proved:
      'Dieses Gerät hat hier schon einmal seinen Schlüssel bewiesen, deshalb ersetzt ihn kein Link. Wenn es wirklich zurückgesetzt wurde, entfernen Sie es zuerst aus Ihren Geräten.',
    newLink: 'Neuen Link einfügen',
    leave: 'Zurück zu den Geräten',
  },
  live: {
    video: (name: string) => `Live-Video von ${name}`,
    waiting: 'Das Bild kommt gleich',
    unmute: 'Ton an',
    mute: 'Ton aus',
    noSound: 'Dieses Gerät hat keinen Ton',
    fullScreen: 'Ganzer Bildschirm',
    snapshot: 'Bild speichern',
    snapshotDone: 'Bild gespeichert.',
    snapshotNone: 'Es gibt noch kein Bild zum Speichern.',
    talk: 'Sprechen',
    talking: 'Sie sprechen: zum Beenden tippen',
    talkStarting: 'Mikrofon wird gestartet',
    talkDenied:
      'Der Browser durfte das Mikrofon nicht benutzen. Erlauben Sie es in der Adresszeile und versuchen Sie es noch einmal.',
    talkMissing: 'Es gibt kein Mikrofon, oder diese Seite darf keines benutzen (sie muss über https kommen).',
    talkGone: 'Das Mikrofon ist weg: es wurde abgesteckt, oder der Browser darf es nicht mehr benutzen.',
    talkFailed: 'Das Gerät hat Ihre Stimme nicht angenommen.',
    talkNoLoudspeaker: 'Diese Kamera hat keinen Lautsprecher.',
    talkCodecs: 'Diese Kamera hat keinen Lautsprecher für den Ton dieses Browsers.',
    talkForbidden: 'Ihre Rolle darf nicht sprechen.',
    play: 'Abspielen',
    denied: 'Ihre Rolle darf das nicht sehen.',
    deniedWho: 'Ein Verwalter des Geräts kann Ihre Rolle ändern.',
    noFeed: 'Dieses Gerät hat keine Kamera.',
    noFeedHint: 'Was es sonst kann, steht unter „Anfragen“.',
    mediaFailed: 'Das Gerät hat sein Video nicht gestartet.',
    askAgain: 'Noch einmal fragen',
    tile: (device: string, track: string) => `${device}: ${track}`,
    controls: (track: string) => `Bedienung von ${track}`,
    pause: 'Anhalten',
    paused: 'Angehalten',
    pictureInPicture: 'Kleines Fenster',
    statistics: 'Statistik',
    others: 'Eine andere Spur zeigen',
    otherName: 'Name der Spur',
    otherHint: 'So, wie das Gerät sie nennt, zum Beispiel garden-video.',
    show: 'Zeigen',
    hide: 'Ausblenden',
    stats: {
      resolution: 'Bild',
      frames: 'Bilder je Sekunde',
      rate: 'Bitrate',
      codec: 'Format',
      lost: 'Verloren',
      jitter: 'Schwankung',
      buffer: 'Zurückgehalten',
      packets: 'Pakete',
      packetsLost: 'Pakete verloren',
      size: (width: number, height: number) => `${width} × ${height}`,
      count: (n: number) => whole.format(n),
      none: 'nicht bekannt',
      waiting: 'Wird gemessen',
    },
  },
  track: {
    accessDenied: 'Ihre Rolle erlaubt das nicht.',
    unknownTrack: 'Das Gerät hat es nicht.',
    codecs: 'Dieser Browser kann dieses Format nicht abspielen.',
    failed: 'Das Gerät konnte es nicht starten.',
    codecsHint:
      'Versuchen Sie es mit einem anderen Browser: Chrome, Edge und Safari spielen H.264, auf vielen Rechnern auch H.265. Oder lassen Sie das Gerät H.264 oder VP8 senden: in seiner device.toml transcode = true für diese Kamera.',
    lacked: (codecs: readonly string[]) =>
      `Das Gerät sendet ${codecs.join(', ')}, und das kann dieser Browser nicht abspielen.`,
    codecBrowsers: {
      h264: 'Chrome, Edge und Safari spielen H.264, und Firefox auch, sobald er OpenH264 geholt hat, was er von selbst tut.',
      h265: 'Safari spielt H.265; Chrome und Edge tun es, wo der Grafikchip es kann. Firefox kann es nicht.',
      vp8: 'Chrome, Edge, Firefox und Safari spielen VP8.',
      vp9: 'Chrome, Edge, Firefox und Safari spielen VP9.',
      av1: 'Chrome, Edge und Firefox spielen AV1, Safari nur auf den neuesten Geräten von Apple.',
    },
    codecOtherBrowser: 'Versuchen Sie es mit einem anderen Browser.',
    codecDevice:
      'Oder wählen Sie H.264 in den Einstellungen der Kamera, oder setzen Sie für diese Kamera transcode = true in der device.toml des Geräts.',
    codecDeviceNotH264:
      'Oder setzen Sie für diese Kamera transcode = true in der device.toml des Geräts: Dann sendet es auch VP8.',
    codecDeviceSound: 'Oder lassen Sie das Gerät Opus oder G.711 senden: Das spielen alle Browser.',
    named: (id: string, why: string) => `${id}: ${why}`,
  },
  recording: {
    menu: 'Aufnehmen',
    start: 'Ab jetzt aufnehmen',
    startBefore: 'Aufnehmen, mit den 30 Sekunden davor',
    saveLast: 'Die letzten 30 Sekunden speichern',
    keep: 'Die letzten 30 Sekunden bereithalten',
    keepHint: 'Sie bleiben im Speicher dieses Browsers, bis Sie sie sichern. Das kostet etwas Akku.',
    stop: 'Aufnahme beenden und speichern',
    running: (elapsed: string) => `Aufnahme läuft, ${elapsed}`,
    saving: 'Aufnahme wird gespeichert',
    saved: 'Aufnahme gespeichert.',
    nothing: 'Es gibt noch nichts zu speichern.',
    failed: 'Die Aufnahme konnte nicht gespeichert werden.',
    broken: (outcome: string) => `Der Browser hat die Aufnahme beendet. ${outcome}`,
  },
  presence: {
    unasked: (when: string) => `Zuletzt gesehen ${when}`,
    neverSeen: 'Noch nicht gesehen',
    looking: 'Wird gesucht',
    reachableSince: (when: string) => `Erreichbar seit ${when}`,
    asksLogin: 'Verlangt eine Anmeldung',
    away: 'Nicht erreichbar',
    awaySince: (when: string) => `Nicht erreichbar, zuletzt gesehen ${when}`,
    failedSince: (why: string, when: string) => `${why} Zuletzt gesehen ${when}.`,
    impostor: 'Ein anderes Gerät antwortet an seiner Stelle',
    lastPath: (path: string) => `letzter Weg: ${path}`,
    paths: { 'same-network': 'gleiches Netz', direct: 'direkt', relayed: 'über einen Vermittler' },
  },
  wall: {
    title: 'Bilderwand',
    choose: 'Geräte wählen',
    chooseTitle: 'Auf der Wand',
    done: 'Fertig',
    first: (n: number) => `Die ersten ${n} zeigen`,
    most: (n: number) => `Höchstens ${n} zugleich.`,
    none: 'Kein Gerät ist gewählt.',
    noneHint: 'Wählen Sie die Geräte, die Sie nebeneinander sehen möchten.',
    noDevices: 'Es gibt noch kein Gerät.',
    connecting: 'Verbindung wird aufgebaut',
    tryNow: 'Jetzt versuchen',
    logIn: 'Anmelden',
    look: 'Ansehen',
    fullScreen: 'Den Bildschirm füllen',
  },
  failure: {
    denied: {
      title: 'Das Gerät hat diese Verbindung abgelehnt.',
      hint: 'Fragen Sie den Besitzer, oder versuchen Sie es als jemand anderes.',
    },
    full: {
      title: 'Am Gerät ist kein Platz mehr frei.',
      hint: 'Es bedient nur eine begrenzte Zahl zugleich. Schließen Sie es in einem anderen Tab oder auf einem anderen Telefon oder Computer; es wird von selbst weiter versucht.',
    },
    gaveWay: {
      title: 'Eine neuere Verbindung hat diesen Platz bekommen.',
      hint: 'Das Gerät bedient nur eine begrenzte Zahl zugleich. Wer angemeldet ist, behält seinen Platz.',
    },
    busy: {
      title: 'Der Dienst nimmt im Moment keine weiteren Verbindungen an.',
      hint: 'Es wird von selbst weiter versucht.',
    },
    tokenRejected: {
      title: 'Dieser Link gilt nicht mehr.',
      hint: 'Bitten Sie um einen neuen Link und fügen Sie ihn ein.',
    },
    tokenMissing: {
      title: 'Es fehlt ein Verbindungstoken.',
      hint: 'Der Dienst verlangt eines. Fügen Sie einen Link ein, der es enthält, oder tippen Sie es ein.',
    },
    offline: {
      title: 'Das Gerät ist nicht mit dem Dienst verbunden.',
      hint: 'Ist es eingeschaltet, und hat es Netz? Es wird von selbst weiter versucht.',
    },
    noSuchDevice: { title: 'Dieses Gerät gibt es nicht.', hint: 'Vergleichen Sie mit dem Aufkleber:' },
    timeout: {
      title: 'Der Dienst hat nicht rechtzeitig geantwortet.',
      hint: 'Das Netz ist vielleicht langsam. Versuchen Sie es noch einmal.',
    },
    deviceFault: {
      title: 'Das Gerät hat einen Fehler gemeldet.',
      hint: 'Versuchen Sie es noch einmal. Bleibt es dabei, starten Sie das Gerät neu.',
    },
    deviceClosed: {
      title: 'Das Gerät hat die Verbindung beendet.',
      hint: 'Vielleicht startet es gerade neu.',
    },
    unreachable: {
      title: 'Der Dienst ist nicht erreichbar.',
      hint: 'Prüfen Sie Ihr Netz und diese Adresse:',
    },
    offlineHere: {
      title: 'Sie sind offline.',
      hint: 'Verbinden Sie diesen Browser mit einem Netz und versuchen Sie es dann noch einmal.',
    },
    restarting: { title: 'Der Dienst startet neu.', hint: 'Das dauert einen Augenblick.' },
    noPath: {
      title: 'Kein Weg durch die Netze dazwischen.',
      hint: 'Versuchen Sie ein anderes Netz. Gelingt es nie, braucht der Dienst einen Vermittler.',
    },
    lost: { title: 'Die Verbindung ging verloren.', hint: 'Das ist das letzte Bild, das ankam.' },
    unproven: {
      title: 'Das Gerät hat nicht bewiesen, wer es ist.',
      hint: 'Es gab keine Antwort, die sich prüfen lässt; deshalb wurde ihm nichts gesendet.',
    },
    insecurePage: {
      title: 'Diese Seite kann kein Gerät prüfen.',
      hint: 'Öffnen Sie die Konsole über https: Nur dort prüfen Browser Schlüssel.',
    },
    forbidden: {
      title: 'Ihre Rolle erlaubt das nicht.',
      hint: 'Ein Verwalter des Geräts kann Ihre Rolle ändern.',
    },
    noAnswer: {
      title: 'Das Gerät hat nicht rechtzeitig geantwortet.',
      hint: 'Versuchen Sie es noch einmal.',
    },
    badAnswer: {
      title: 'Die Antwort des Geräts war nicht lesbar.',
      hint: 'Unter „Einzelheiten“ steht, was kam.',
    },
    unknown: {
      title: 'Das hat nicht geklappt.',
      hint: 'Versuchen Sie es noch einmal. Die Einzelheiten helfen dem, der sich um das Gerät kümmert.',
    },
    lastSeen: (when: string) => `Zuletzt gesehen ${when}.`,
    isOnline: 'hat ein Netz, soweit er weiß',
    isOffline: 'hat kein Netz',
    triedHere: 'Versucht hier',
    triedThere: 'Versucht dort',
    triedNothing: 'nichts',
    relayTried: 'wurde versucht',
    relayNot: 'keiner ließ sich nutzen',
    action: {
      again: 'Neu verbinden',
      newLink: 'Neuen Link einfügen',
      edit: 'Kennungen ändern',
      editAddress: 'Adresse ändern',
      otherUser: 'Als jemand anderes versuchen',
    },
  },
  requests,
  terminal,
  web,
  settings: {
    title: 'Einstellungen',
    language: 'Sprache',
    automatic: 'Automatisch',
    languages: { en: 'English', de: 'Deutsch' },
    scheme: 'Farben',
    schemes: { auto: 'Automatisch', light: 'Hell', dark: 'Dunkel' },
    storage: 'Was dieser Browser aufbewahrt',
    keeps: [
      'Ihre Geräte: Kennungen, Namen, Adressen, Verbindungstoken, Schlüssel und von jedem das letzte Bild',
      'Für jedes Gerät ein Zertifikat, an dem das Gerät diesen Browser erkennt',
      'Was Sie als Anfragen getippt und gesendet haben, außer Geheimnissen',
      'Diese Einstellungen',
    ],
    keepsNot: 'Passwörter werden nicht aufbewahrt, und nirgends sonst wird etwas aufbewahrt.',
    used: (megabytes: number) =>
      `${tenths.format(megabytes)} MB belegt, die Dateien der Konsole eingerechnet.`,
    lasting: 'Der Browser hat zugesagt, es zu behalten, bis Sie es entfernen.',
    fleeting:
      'Der Browser darf es entfernen, wenn ihm der Platz ausgeht oder Sie wochenlang nicht hier waren.',
    unknown: 'Dieser Browser sagt nicht, ob er es behält.',
    askLasting: 'Den Browser bitten, es zu behalten',
    refused:
      'Der Browser hat es nicht zugesagt. Manche tun es, wenn die Konsole installiert ist oder oft besucht wurde.',
    pages: 'Was Seiten der Geräte speichern',
    pagesHint:
      'Eine Seite unter „Web“ kann wie jede Webseite etwas in diesem Browser speichern. Sie sieht nur, was von ihrem eigenen Gerät ist. Es verschwindet, wenn Sie das Gerät entfernen, oder hier; die Seiten beginnen dann von vorn.',
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
      'Die Datei enthält Kennungen, Namen, Adressen, Benutzernamen, Schlüssel und Verbindungstoken: Wer sie hat, erreicht Ihre Geräte, kann sich aber nicht anmelden.',
    backupLacks:
      'Passwörter stehen nicht darin. Zertifikate auch nicht, denn ihre Schlüssel verlassen diesen Browser nie: Ein anderer Browser meldet sich einmal mit Passwort oder Einladung an. Auch Bilder, Anfragen und Einstellungen bleiben hier.',
    save: 'Geräte in einer Datei speichern',
    saved: (n: number) =>
      n === 1 ? 'Ein Gerät wurde gespeichert.' : `${whole.format(n)} Geräte wurden gespeichert.`,
    nothingToSave: 'Es gibt noch kein Gerät zu speichern.',
    open: 'Geräte aus einer Datei hinzufügen',
    imported: (added: number, updated: number) =>
      `${whole.format(added)} hinzugefügt, ${whole.format(updated)} schon bekannt. Diese behalten, was hier funktioniert: Ergänzt wird nur, was fehlte, und ein anderes Token wird erst ausprobiert.`,
    kept: (names: string) =>
      `Unverändert, weil die Datei einen anderen Schlüssel nennt als den, den sie hier bewiesen haben, oder einen anderen Dienst: ${names}.`,
    fileUnreadable:
      'Diese Datei ist nicht lesbar: Sie ist beschädigt oder keine Geräteliste. Es wurde nichts geändert.',
    fileForeign:
      'Diese Datei stammt nicht von „Geräte in einer Datei speichern“ einer Konsole. Es wurde nichts geändert.',
    fileNewer:
      'Diese Datei ist von einer neueren Konsole. Laden Sie zuerst deren neueste Version. Es wurde nichts geändert.',
    fileDamaged: (entry: number, field: string) =>
      `Diese Datei ist beschädigt: Gerät ${whole.format(entry)}, „${field}“. Es wurde nichts geändert.`,
    fileTooLarge: 'Diese Datei ist zu groß für eine Geräteliste. Es wurde nichts geändert.',
    forget: 'Alles vergessen',
    forgetHint:
      'Geräte, Bilder, Zertifikate, Einstellungen und was Seiten der Geräte gespeichert haben, werden aus diesem Browser entfernt. Jedes Gerät führt diesen Browser noch bei seinem Benutzer, bis ihn dort jemand entfernt.',
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
  },
  shell: {
    newVersion: 'Es gibt eine neue Version der Konsole.',
    reload: 'Jetzt laden',
    later: 'Später',
    offline:
      'Sie sind offline. Was gemerkt ist, sehen Sie hier; Geräte sind erreichbar, sobald es wieder ein Netz gibt.',
  },
  path,
  doctor,
  copy: {
    copied: 'Kopiert',
    refused: 'Dieser Browser lässt die Seite nicht kopieren. Markieren und kopieren Sie den Text selbst.',
  },
  people: {
    title: 'Personen',
    youTitle: 'Sie',
    you: 'Sie',
    nobody:
      'Das Gerät weiß nicht, wer Sie sind. Melden Sie sich an, oder bitten Sie den Besitzer um eine Einladung.',
    noRecord: 'Dieses Gerät kann nicht sagen, wer Sie sind.',
    reading: 'Das Gerät wird gefragt',
    askAgain: 'Noch einmal fragen',
    change: 'Ändern',
    changeOf: (what: string) => `Ändern: ${what}`,
    save: 'Speichern',
    saved: 'Gespeichert.',
    done: 'Fertig',
    displayName: 'Name',
    displayNameHint: 'Wie die Person genannt wird. Darf leer bleiben.',
    noDisplayName: 'keiner',
    username: 'Benutzername',
    usernameHint: 'Zum Anmelden: Kleinbuchstaben, Ziffern, Punkt, Bindestrich und Unterstrich.',
    renameHint: 'Wer sich mit diesem Namen anmeldet, braucht dann den neuen.',
    password: 'Passwort',
    passwordHidden: 'wird nie gezeigt',
    passwordSet: 'geändert',
    newPassword: 'Neues Passwort',
    ownPasswordHint: 'Für Ihre anderen Browser. Diesen kennt das Gerät vielleicht auch so.',
    otherPasswordHint: 'Das alte gilt sofort nicht mehr.',
    setPassword: 'Passwort setzen',
    generate: 'Eines ausdenken',
    shownOnce: 'Nur jetzt zu sehen: Niemand bewahrt es auf. Kopieren Sie es, oder lesen Sie es vor.',
    role: 'Rolle',
    noRole: 'keine Rolle',
    rolesWaiting: 'Das Gerät wird gefragt, welche Rollen es gibt.',
    rolesUnknown: 'Dieses Gerät nennt seine Rollen nicht: Geben Sie den Namen einer Rolle ein.',
    roleHint: (role: string) =>
      (
        {
          Guest: 'Sieht meist das Bild, und mehr nicht.',
          Standard: 'Sieht, hört und spricht meist, und nutzt, was das Gerät bietet.',
          Administrator: 'Darf alles ändern, auch diese Personen.',
          Unpaired: 'Was Fremde dürfen: so gut wie nichts.',
        } as Readonly<Record<string, string>>
      )[role] ?? 'Was sie erlaubt, ist im Gerät festgelegt.',
    giveRole: (role: string) => `Rolle ${role} geben`,
    chooseRole: 'Wählen Sie eine Rolle.',
    lastAdmin: 'Niemand sonst ist Administrator: Dann könnte niemand mehr Personen und Einstellungen ändern.',
    more: 'Mehr',
    categories: 'Erfährt von',
    sct: 'Verbindungstoken',
    sctHint: 'Womit ihre Browser das Gerät erreichen. Ein anderer sperrt alle aus, die den alten haben.',
    sctNone: 'keiner',
    oauthSubject: 'Beim Anmeldedienst bekannt als',
    oauthSubjectHint: 'Nur, wo das Gerät Token eines solchen Dienstes nimmt.',
    oauthSubjectNone: 'dort nicht bekannt',
    browsers: 'Bekannte Browser',
    browsersOf: (name: string) => `Browser von ${name}`,
    browserCount: (n: number) => (n === 0 ? 'kein Browser' : n === 1 ? '1 Browser' : `${n} Browser`),
    noBrowsers: 'Das Gerät kennt keinen: Es fragt jedes Mal nach dem Passwort.',
    unnamedBrowser: 'Ein Browser ohne Namen',
    removeBrowser: 'Entfernen',
    removeBrowserNamed: (name: string, start: string) => `${name} entfernen, ${start}…`,
    removeBrowserQuestion: (name: string) => `${name} entfernen? Er wird sofort abgemeldet.`,
    removeNamed: (name: string) => `${name} entfernen`,
    removeQuestion: (name: string) =>
      `${name} mit allen Browsern entfernen? Die Person wird sofort abgemeldet.`,
    removeSelfQuestion: 'Sich selbst entfernen? Das Gerät kennt Sie dann nicht mehr.',
    removeLastQuestion: (name: string) =>
      `${name} entfernen, den einzigen Administrator? Niemand könnte mehr Personen und Einstellungen ändern.`,
    removeConfirm: 'Entfernen',
    noUsers: 'Dieses Gerät hat keine Liste von Personen.',
    noList: 'Dieses Gerät sagt nicht, wer es sonst noch benutzen darf.',
    invite: 'Jemanden einladen',
    makeInvite: 'Link erstellen',
    inviteAgain: 'Neue Einladung',
    inviteFor: (name: string) => `Einladung für ${name}`,
    inviteOnce:
      'Lassen Sie den Code scannen, oder senden Sie den Link auf einem Weg, dem Sie vertrauen. Er gilt einmal und ist nur jetzt zu sehen: Niemand bewahrt sein Passwort auf.',
    inviteStays:
      'Lassen Sie den Code scannen, oder senden Sie den Link auf einem Weg, dem Sie vertrauen. Einladungen sind auf diesem Gerät aus, also gilt das Passwort darin, bis es geändert wird. Der Link ist nur jetzt zu sehen.',
    inviteUnverified:
      'Der Schlüssel des Geräts ist in diesem Browser nicht bekannt, also steht keiner im Link: Wer ihn öffnet, kann das Gerät nicht prüfen.',
    link: 'Link',
    copyLink: 'Link kopieren',
    share: 'Teilen',
    qrLabel: 'Der Link als QR-Code',
    deviceTitle: 'Dieses Gerät',
    friendlyName: 'Name des Geräts',
    friendlyNameHint: 'Erfährt jeder, der sich koppelt. Wie Sie es hier nennen, ist Ihre Sache.',
    noFriendlyName: 'keiner',
    pairingTitle: 'Wie jemand Neues dazukommt',
    noSettings: 'Dieses Gerät hat dafür keine Einstellungen.',
    invitePairing: 'Einladungen',
    invitePairingHint:
      'Eine Einladung gilt einmal: Ihr Passwort wird gelöscht, wenn ein Browser sie benutzt hat.',
    openPairing: 'Offenes Passwort',
    openPairingHint:
      'Wer das eine Passwort für alle hat, legt sich selbst einen Benutzer an. Nur anlassen, solange Sie es brauchen.',
    openPassword: 'Offenes Passwort',
    openPasswordUnknown: 'Das Gerät nennt sein offenes Passwort nicht.',
    showOpenPassword: 'Offenes Passwort und seinen Link zeigen',
    openPasswordNote: (password: string) =>
      `Das Passwort ist ${password}. Wer es oder den Link hat, kann Benutzer werden, solange dies an ist.`,
    denied: (names: readonly string[]) =>
      names.length === 0
        ? 'Ihre Rolle erlaubt das nicht. Ein Administrator des Geräts kann Ihre Rolle ändern.'
        : `Ihre Rolle erlaubt das nicht. Fragen Sie ${new Intl.ListFormat('de', { type: 'disjunction' }).format(names)}.`,
    problem: {
      missing: 'Das Gerät hat das nicht mehr, oder hatte es nie.',
      taken: 'Diesen Namen hat schon jemand.',
      refused: (detail: string | undefined) =>
        detail === undefined
          ? 'Das Gerät hat das nicht angenommen.'
          : `Das Gerät hat das nicht angenommen: ${detail}`,
      unsure:
        'Die Verbindung ging verloren, bevor die Antwort kam. Sehen Sie nach, ob es geschehen ist, und entscheiden Sie dann.',
      lost: 'Das Gerät wurde nicht erreicht, also wurde nichts geändert. Versuchen Sie es noch einmal.',
      failed: (detail: string) => `Das ging nicht: ${detail}`,
    },
    check: {
      username: '1 bis 64 Zeichen aus a–z, 0–9, Punkt, Bindestrich und Unterstrich.',
      displayName: 'Höchstens 64 Bytes: Ein Umlaut braucht zwei.',
      newPassword: '8 bis 64 Bytes.',
    },
  },
  crash: {
    title: 'Die Konsole hat einen Fehler gemacht.',
    hint: 'Auf dem Gerät ging nichts verloren. Laden Sie die Seite neu.',
    again: 'Neu laden',
  },
  notFound: { title: 'Hier ist nichts.', back: 'Alle Geräte' },
};
