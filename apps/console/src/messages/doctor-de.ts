/** @module The texts of the doctor, in German. */

import type { doctor as english } from './doctor-en.ts';
import { upToTenths, tenths, whole } from './formats-de.ts';

/** The doctor, in German. */
export const doctor: typeof english = {
  title: 'Diagnose',
  titleFor: (name: string) => `Diagnose: ${name}`,
  lead: 'Prüft jeden Teil der Verbindung, in höchstens einer halben Minute.',
  open: 'Problem suchen',
  start: 'Verbindung prüfen',
  again: 'Noch einmal prüfen',
  stop: 'Abbrechen',
  back: 'Zurück zum Gerät',
  running: (check: string) => `Wird geprüft: ${check}`,
  elapsed: (ms: number) => (ms < 1000 ? `${whole.format(ms)} ms` : `${tenths.format(ms / 1000)} s`),
  worksAnyway: 'Verbinden geht trotzdem.',
  all: 'Alle Prüfungen',
  copy: 'Bericht kopieren',
  copyNote: 'Er enthält keine Token, Passwörter oder Adressen.',
  brokenTitle: 'Die Prüfung hat nicht geklappt.',
  brokenHint:
    'Vielleicht ist die Seite veraltet oder offline. Laden Sie sie neu und versuchen Sie es noch einmal.',
  marks: {
    waiting: 'noch nicht',
    running: 'wird geprüft',
    good: 'gut',
    warning: 'geht, mit Hinweis',
    bad: 'geht nicht',
    skipped: 'übersprungen',
  },
  checks: {
    browser: 'Dieser Browser',
    service: 'Der Dienst',
    login: 'Das Token',
    device: 'Das Gerät beim Dienst',
    network: 'Die Netze dazwischen',
    way: 'Der Weg zum Gerät',
    identity: 'Die Identität des Geräts',
    media: 'Bild und Ton',
  },
  steps: {
    browser: 'Was er kann',
    service: 'Antwortet unter seiner Adresse',
    websocket: 'Nimmt Verbindungen an',
    login: 'Nimmt das Token an',
    device: 'Ist verbunden',
    servers: 'Server, die der Dienst nennt',
    clock: 'Ihre Uhr im Vergleich zum Dienst',
    udp: 'Lassen UDP durch',
    stun: 'STUN-Server',
    'turn-udp': 'Vermittler über UDP',
    'turn-tcp': 'Vermittler über TCP',
    'turn-tls': 'Vermittler über TLS',
    pairs: 'Pakete kommen an',
    dtls: 'Verschlüsselung',
    channel: 'Kanal für Anfragen',
    identity: 'Sein Schlüssel',
    user: 'Ihr Passwort',
    codecs: 'Formate',
    line: 'Kapazität Ihrer Leitung',
  },
  codes: {
    ok: 'gut',
    'not-needed': 'nichts zu prüfen',
    'not-asked': 'nicht geprüft',
    'needs-earlier-step': 'nicht erreicht',
    'no-webrtc': 'kein WebRTC',
    'offline-here': 'ist offline',
    'insecure-page': 'die Seite kam nicht über https',
    'mixed-content': 'die Seite ist https, die Adresse ws://',
    'local-network-denied': 'der Browser erlaubt das lokale Netz nicht',
    unreachable: 'keine Antwort unter der Adresse',
    'no-websocket': 'antwortet, nimmt aber keine Verbindung an',
    'token-rejected': 'Token ungültig (4002)',
    'unknown-product': 'Produktkennung unbekannt (4005)',
    'unknown-device': 'Gerätekennung unbekannt (4006)',
    'device-offline': 'nicht verbunden (4003)',
    'device-refuses': 'lehnt ab (4001)',
    'device-fault': 'meldet einen Fehler (4010)',
    'device-closed': 'hat die Sitzung beendet (1000)',
    'service-restarting': 'startet neu (1012)',
    'service-closed': 'hat die Verbindung beendet',
    'no-answer': 'keine rechtzeitige Antwort',
    'no-relay-offered': 'kein Vermittler angeboten',
    'clock-unknown': 'von dieser Seite aus nicht vergleichbar',
    'clock-wrong': 'falsch',
    'no-address': 'der Browser nennt keine Adresse',
    'udp-blocked': 'gesperrt',
    'server-silent': 'keine Antwort',
    'credentials-refused': 'lehnt die Zugangsdaten des Dienstes ab (401)',
    'server-error': 'antwortet mit einem Fehler',
    'no-path': 'kein Weg gefunden',
    'dtls-failed': 'nicht mit dem angekündigten Zertifikat',
    'channel-failed': 'ging nicht auf',
    'wrong-fingerprint': 'ein anderer Schlüssel als erwartet',
    'not-bound': 'richtig, doch dieses alte Gerät kann ein Abfangen nicht ausschließen',
    'not-proven': 'nicht bewiesen',
    'wrong-password': 'falsch',
    'login-failed': 'das Gerät ließ die Anmeldung nicht zu Ende kommen',
    forbidden: 'nicht geprüft: dazu braucht es eine Anmeldung mit diesem Recht',
    'no-common-codec': 'dieser Browser kann sie nicht abspielen',
    'track-failed': 'das Gerät sendet nichts',
    'narrow-line': 'zu schmal für das große Bild',
  },
  /** The conclusion with its figures, in bits per second. */
  narrowLine: {
    title: (carried: number, wanted: number) =>
      `Ihre Leitung trägt etwa ${upToTenths.format(carried / 1e6)} Mbit/s; das große Bild der Kamera braucht ${upToTenths.format(wanted / 1e6)}.`,
    todo: 'Das Gerät sendet ein kleineres Bild, und das große wieder, sobald die Leitung es trägt. Downloads oder ein schwaches WLAN können den Rest belegen, bei Ihnen oder beim Gerät.',
  },
  conclusions: {
    allWell: {
      title: 'Alles in Ordnung.',
      todo: 'Alle Prüfungen sind bestanden.',
    },
    withoutRelay: {
      title: 'Hier ist alles in Ordnung, aber der Dienst hat keinen Vermittler.',
      todo: 'Aus manchen Netzen ist das Gerät nur über einen Vermittler erreichbar. Der Betreiber des Dienstes kann einen einrichten.',
    },
    noWebrtc: {
      title: 'Dieser Browser kann solche Verbindungen nicht aufbauen.',
      todo: 'Nehmen Sie einen aktuellen Browser; Erweiterungen können WebRTC abschalten.',
    },
    offlineHere: {
      title: 'Dieser Browser ist offline.',
      todo: 'Verbinden Sie ihn mit einem Netz.',
    },
    insecurePage: {
      title: 'Diese Seite kann kein Gerät prüfen.',
      todo: 'Öffnen Sie die Konsole über https.',
    },
    noToken: {
      title: 'Es gibt kein Verbindungstoken.',
      todo: 'Fügen Sie einen Link ein, der es enthält.',
    },
    mixedContent: {
      title: 'Die Adresse des Dienstes passt nicht zu dieser Seite.',
      todo: 'Sie muss mit wss:// beginnen, weil diese Seite über https kam.',
    },
    localNetworkDenied: {
      title: 'Dieser Browser hält die Seite von Ihrem lokalen Netz fern.',
      todo: 'Erlauben Sie „lokales Netzwerk“ in den Einstellungen der Seite, neben der Adresse oben, und laden Sie die Seite neu.',
    },
    serviceUnreachable: {
      title: 'Der Dienst ist nicht erreichbar.',
      todo: 'Prüfen Sie Ihr Netz und die Adresse des Dienstes. Sonst ist der Dienst ausgefallen.',
    },
    serviceNotOne: {
      title: 'Dort antwortet etwas, aber nicht der Dienst.',
      todo: 'Prüfen Sie die Adresse. Auch ein Proxy kann WebSockets sperren.',
    },
    serviceBusy: {
      title: 'Der Dienst hat die Verbindung beendet oder nicht rechtzeitig geantwortet.',
      todo: 'Versuchen Sie es gleich noch einmal.',
    },
    loginRefused: {
      title: 'Der Dienst lehnt die Anmeldung ab: Dieser Link gilt nicht mehr.',
      todo: 'Bitten Sie den Besitzer des Geräts um einen neuen Link.',
    },
    noSuchDevice: {
      title: 'Der Dienst kennt dieses Gerät nicht.',
      todo: 'Vergleichen Sie beide Kennungen mit dem Etikett des Geräts.',
    },
    deviceRefuses: {
      title: 'Das Gerät lehnt diese Verbindung ab.',
      todo: 'Fragen Sie den Besitzer, oder versuchen Sie es später: Es ist vielleicht voll.',
    },
    deviceOffline: {
      title: 'Das Gerät ist offline.',
      todo: 'Prüfen Sie seinen Strom und sein Netz.',
    },
    deviceFault: {
      title: 'Das Gerät hat einen Fehler.',
      todo: 'Versuchen Sie es noch einmal, oder starten Sie das Gerät neu.',
    },
    clockWrong: {
      title: 'Die Uhr dieses Rechners geht falsch.',
      todo: 'Lassen Sie sie automatisch stellen.',
    },
    udpBlocked: {
      title: 'Ihr Netz sperrt UDP.',
      todo: 'Versuchen Sie ein anderes Netz. Durch dieses kommt nur ein Vermittler über TCP oder TLS.',
    },
    relayUnreachable: {
      title: 'Der Vermittler ist nicht erreichbar.',
      todo: 'Versuchen Sie ein anderes Netz. Sonst ist der Vermittler ausgefallen: Fragen Sie den Betreiber des Dienstes.',
    },
    relayRefused: {
      title: 'Der Vermittler lehnt die Zugangsdaten des Dienstes ab.',
      todo: 'Der Betreiber des Dienstes muss TURN-Geheimnis und Uhr mit denen des Vermittlers vergleichen.',
    },
    noRelay: {
      title: 'Es gibt keinen direkten Weg, und der Dienst hat keinen Vermittler.',
      todo: 'Versuchen Sie ein anderes Netz, oder lassen Sie den Betreiber des Dienstes einen Vermittler einrichten.',
    },
    noPath: {
      title: 'Kein Weg durch die Netze dazwischen.',
      todo: 'Versuchen Sie ein anderes Netz; die Diagnose des Geräts prüft von seiner Seite.',
    },
    inTheMiddle: {
      title: 'Die verschlüsselte Verbindung kam nicht zustande.',
      todo: 'Die Antwort kam mit einem anderen Zertifikat als angekündigt. Versuchen Sie es noch einmal; bleibt es so, machen Sie nicht weiter: Sie wird vielleicht abgefangen.',
    },
    channelFailed: {
      title: 'Das Gerät nahm die Verbindung an, aber nicht den Kanal für Anfragen.',
      todo: 'Versuchen Sie es noch einmal, oder starten Sie das Gerät neu.',
    },
    wrongKey: {
      title: 'Das ist nicht Ihr Gerät.',
      todo: 'Machen Sie nicht weiter. Vergleichen Sie den Fingerabdruck mit dem Etikett des Geräts.',
    },
    notProven: {
      title: 'Das Gerät hat nicht bewiesen, wer es ist.',
      todo: 'Machen Sie nicht weiter; versuchen Sie es aus einem anderen Netz.',
    },
    wrongPassword: {
      title: 'Das Passwort ist falsch.',
      todo: 'Tippen Sie es noch einmal, oder bitten Sie um eine neue Einladung.',
    },
    noCodec: {
      title: 'Dieser Browser kann das Format des Geräts nicht abspielen.',
      todo: 'Nehmen Sie einen anderen Browser, oder lassen Sie das Gerät H.264 oder VP8 senden (in seinen Einstellungen: transcode) und als Ton Opus oder G.711.',
    },
    trackFailed: {
      title: 'Das Gerät sendet Bild oder Ton nicht.',
      todo: 'Sehen Sie nach der Kamera: Kabel, Strom, Adresse.',
    },
  },
};
