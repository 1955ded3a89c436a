/** @module The words of the page that hands out the service's own authority. */

/** One way to trust the authority. */
interface Steps {
  readonly system: string;
  readonly steps: readonly string[];
}

/** All words of the page. */
export interface TrustWords {
  readonly title: string;
  readonly intro: string;
  readonly waiting: string;
  readonly trusted: string;
  readonly openTitle: string;
  readonly openText: string;
  readonly openButton: string;
  readonly trustTitle: string;
  readonly trustText: string;
  readonly limits: string;
  readonly downloadButton: string;
  readonly fingerprint: string;
  readonly compare: string;
  readonly systems: readonly Steps[];
}

/** English words. */
export const ENGLISH: TrustWords = {
  title: 'Connect securely',
  intro:
    'This service makes its own certificate, because it has no public name. Your browser does not know the authority that signed it.',
  waiting: 'This browser does not trust the authority yet.',
  trusted: 'This browser trusts the authority.',
  openTitle: 'Open it once with a warning',
  openText:
    'The browser shows a warning: choose “Advanced” or “Show details”, and continue. Everything works except the device’s own web page and the installed app.',
  openButton: 'Open the console',
  trustTitle: 'Or trust the authority, without warnings',
  trustText: 'Download the certificate, compare its fingerprint, and follow the steps for your system.',
  limits:
    'The authority is limited to this service’s local name and to private addresses: it cannot vouch for websites.',
  downloadButton: 'Download the certificate',
  fingerprint: 'SHA-256 fingerprint',
  compare:
    'It must be the same in three places: here, in the terminal where the service started, and in the certificate that you install. If one differs, do not install it.',
  systems: [
    {
      system: 'iPhone and iPad',
      steps: [
        'Open this page in Safari, download the certificate, and allow it.',
        'Settings → General → VPN & Device Management → the downloaded profile → Install.',
        'Settings → General → About → Certificate Trust Settings → turn it on.',
      ],
    },
    {
      system: 'Android',
      steps: [
        'Download the certificate.',
        'Settings → search for “CA certificate” → Install anyway.',
        'Choose the downloaded file longwire-authority.crt.',
      ],
    },
    {
      system: 'Windows',
      steps: [
        'Open the downloaded file and choose “Install Certificate” → Current User.',
        'Choose “Place all certificates in the following store” → Trusted Root Certification Authorities.',
        'Restart the browser.',
      ],
    },
    {
      system: 'macOS',
      steps: [
        'Open the downloaded file: Keychain Access adds it to “login”.',
        'Open the certificate there → Trust → When using this certificate: Always Trust.',
      ],
    },
    {
      system: 'Firefox',
      steps: [
        'Settings → Privacy & Security → Certificates → View Certificates → Authorities → Import.',
        'Choose the downloaded file, and tick “Trust this CA to identify websites”.',
      ],
    },
  ],
};

/** German words. */
export const GERMAN: TrustWords = {
  title: 'Sicher verbinden',
  intro:
    'Dieser Dienst stellt sein Zertifikat selbst aus, weil er keinen öffentlichen Namen hat. Ihr Browser kennt die Stelle nicht, die es unterschrieben hat.',
  waiting: 'Dieser Browser vertraut der Zertifizierungsstelle noch nicht.',
  trusted: 'Dieser Browser vertraut der Zertifizierungsstelle.',
  openTitle: 'Einmal mit Warnung öffnen',
  openText:
    'Der Browser zeigt eine Warnung: Wählen Sie „Erweitert“ oder „Details einblenden“ und fahren Sie fort. Alles funktioniert außer der eigenen Webseite des Geräts und der installierten App.',
  openButton: 'Konsole öffnen',
  trustTitle: 'Oder der Stelle vertrauen, ohne Warnungen',
  trustText:
    'Laden Sie das Zertifikat herunter, vergleichen Sie den Fingerabdruck und folgen Sie den Schritten für Ihr System.',
  limits:
    'Die Stelle ist auf den lokalen Namen dieses Dienstes und auf private Adressen beschränkt: Für Webseiten im Internet kann sie nicht bürgen.',
  downloadButton: 'Zertifikat herunterladen',
  fingerprint: 'SHA-256-Fingerabdruck',
  compare:
    'Er muss an drei Stellen gleich sein: hier, im Terminal, in dem der Dienst gestartet ist, und im Zertifikat, das Sie installieren. Weicht einer ab, installieren Sie es nicht.',
  systems: [
    {
      system: 'iPhone und iPad',
      steps: [
        'Diese Seite in Safari öffnen, das Zertifikat herunterladen und zulassen.',
        'Einstellungen → Allgemein → VPN und Geräteverwaltung → das geladene Profil → Installieren.',
        'Einstellungen → Allgemein → Info → Zertifikatsvertrauenseinstellungen → einschalten.',
      ],
    },
    {
      system: 'Android',
      steps: [
        'Das Zertifikat herunterladen.',
        'Einstellungen → nach „CA-Zertifikat“ suchen → Trotzdem installieren.',
        'Die Datei longwire-authority.crt auswählen.',
      ],
    },
    {
      system: 'Windows',
      steps: [
        'Die Datei öffnen und „Zertifikat installieren“ → Aktueller Benutzer wählen.',
        '„Alle Zertifikate in folgendem Speicher speichern“ → Vertrauenswürdige Stammzertifizierungsstellen wählen.',
        'Den Browser neu starten.',
      ],
    },
    {
      system: 'macOS',
      steps: [
        'Die Datei öffnen: Die Schlüsselbundverwaltung fügt sie zu „Anmeldung“ hinzu.',
        'Das Zertifikat dort öffnen → Vertrauen → Bei Verwendung dieses Zertifikats: Immer vertrauen.',
      ],
    },
    {
      system: 'Firefox',
      steps: [
        'Einstellungen → Datenschutz & Sicherheit → Zertifikate → Zertifikate anzeigen → Zertifizierungsstellen → Importieren.',
        'Die Datei auswählen und „Dieser CA vertrauen, um Websites zu identifizieren“ ankreuzen.',
      ],
    },
  ],
};
