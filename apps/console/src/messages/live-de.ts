/** @module The texts of video and audio, in German. */
import type * as english from './live-en.ts';
import { whole } from './formats-de.ts';

/** Video and audio, in German. */
export const live: typeof english.live = {
  video: (name: string) => `Live-Video von ${name}`,
  waiting: 'Das Bild kommt gleich',
  unmute: 'Ton an',
  mute: 'Ton aus',
  noSound: 'Kein Ton von diesem Gerät',
  fullScreen: 'Vollbild',
  snapshot: 'Bild speichern',
  snapshotDone: 'Bild gespeichert.',
  snapshotNone: 'Es gibt noch kein Bild zum Speichern.',
  talk: 'Sprechen',
  talking: 'Sie sprechen: zum Beenden tippen',
  talkStarting: 'Mikrofon wird gestartet …',
  talkDenied:
    'Der Browser darf das Mikrofon nicht benutzen. Erlauben Sie es in der Adresszeile und versuchen Sie es noch einmal.',
  talkMissing: 'Es gibt kein Mikrofon, oder diese Seite darf keines benutzen (sie muss über https kommen).',
  talkGone: 'Das Mikrofon ist weg: Es wurde abgesteckt, oder der Browser darf es nicht mehr benutzen.',
  talkFailed: 'Das Gerät hat Ihre Stimme nicht angenommen.',
  talkNoLoudspeaker: 'Diese Kamera hat keinen Lautsprecher.',
  talkCodecs: 'Diese Kamera hat keinen Lautsprecher für den Ton dieses Browsers.',
  talkNotSent:
    'Ihre Stimme wird nicht gesendet. Versuchen Sie es noch einmal; wenn das nicht hilft, wählen Sie ein anderes Mikrofon oder laden Sie die Seite neu.',
  talkForbidden: 'Ihre Rolle erlaubt das Sprechen nicht.',
  play: 'Abspielen',
  denied: 'Ihre Rolle erlaubt Ihnen nicht, das zu sehen.',
  deniedWho: 'Ein Administrator des Geräts kann Ihre Rolle ändern.',
  noFeed: 'Dieses Gerät hat keine Kamera.',
  openRequests: 'Beliebige Anfrage',
  noFeedHint: 'Was es sonst kann, steht unter „Steuerung“.',
  mediaFailed: 'Das Gerät hat sein Video nicht gestartet.',
  askAgain: 'Noch einmal fragen',
  tile: (device: string, track: string) => `${device}: ${track}`,
  camera: (number: number) => `Kamera ${number}`,
  sound: (number: number) => `Ton ${number}`,
  controls: (track: string) => `Bedienung von ${track}`,
  more: 'Weitere Aktionen',
  moreOf: (track: string) => `Mehr zu ${track}`,
  enlarge: (track: string) => `${track} groß zeigen`,
  allCameras: 'Alle Kameras',
  previousCamera: 'Vorige Kamera',
  nextCamera: 'Nächste Kamera',
  pause: 'Anhalten',
  paused: 'Angehalten',
  pictureInPicture: 'Kleines Fenster',
  statistics: 'Statistik',
  quality: {
    still: 'Das Bild ist eingefroren.',
    halting: 'Das Bild bleibt immer wieder stehen.',
    few: 'Es kommen nur wenige Bilder je Sekunde an.',
    lossy: 'Ein Teil des Bildes geht auf dem Weg verloren.',
    coarse: 'Das Bild ist unschärfer als zuvor.',
  },
  levels: {
    choose: 'Bildqualität',
    auto: 'Automatisch',
    high: 'Hoch',
    low: 'Niedrig',
    reduced: 'Für Ihre Leitung verkleinert',
    keyframes: 'Ihre Leitung schafft nur einzelne Bilder',
    input: 'Das bessere Bild dieser Kamera ist nicht verfügbar',
  },
  showHidden: 'Eine ausgeblendete Kamera zeigen',
  hide: 'Ausblenden',
  stats: {
    resolution: 'Bild',
    frames: 'Bilder je Sekunde',
    rate: 'Bitrate',
    codec: 'Format',
    lost: 'Verloren',
    jitter: 'Schwankung',
    buffer: 'Puffer',
    packets: 'Pakete',
    packetsLost: 'Pakete verloren',
    size: (width: number, height: number) => `${width} × ${height}`,
    count: (n: number) => whole.format(n),
    none: 'nicht bekannt',
    waiting: 'Wird gemessen',
  },
};

/** Why a track does not play, in German. */
export const track: typeof english.track = {
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
  ofSound: (why: string) => `Ton: ${why}`,
};

/** Recordings, in German. */
export const recording: typeof english.recording = {
  start: 'Ab jetzt aufnehmen',
  startBefore: 'Aufnehmen, mit den 30 Sekunden davor',
  saveLast: 'Die letzten 30 Sekunden speichern',
  keep: 'Die letzten 30 Sekunden bereithalten',
  keepHint: 'Sie bleiben im Speicher dieses Browsers, bis Sie sie speichern. Das kostet etwas Akku.',
  stop: 'Aufnahme beenden und speichern',
  running: (elapsed: string) => `Aufnahme läuft, ${elapsed}`,
  saving: 'Aufnahme wird gespeichert',
  saved: 'Aufnahme gespeichert.',
  nothing: 'Es gibt noch nichts zu speichern.',
  failed: 'Die Aufnahme konnte nicht gespeichert werden.',
  broken: (outcome: string) => `Der Browser hat die Aufnahme beendet. ${outcome}`,
};

/** The video wall, in German. */
export const wall: typeof english.wall = {
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
  fullScreen: 'Vollbild',
};
