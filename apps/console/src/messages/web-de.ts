/** @module The texts of the Web tab, in German. */
import { requests } from './requests-de.ts';
import type { web as english } from './web-en.ts';

/** The Web tab, in German. */
export const web: typeof english = {
  title: 'Die eigene Seite des Geräts',
  preparing: 'Die Seite des Geräts wird gesucht',
  opening: 'Die Seite wird geöffnet',
  loading: 'Wird geladen',
  shown: (title: string) => `Die Seite des Geräts: ${title}`,
  bar: 'Seite',
  back: 'In der Seite zurück',
  forward: 'In der Seite vor',
  reload: 'Seite neu laden',
  address: 'Pfad auf dem Gerät',
  badAddress: 'Ein Pfad auf diesem Gerät, zum Beispiel /status.',
  stream: 'Webserver',
  streamName: (name: string, port: number) => `${name} (${port})`,
  otherPort: 'Anderer Port',
  port: 'Port des Datenstroms',
  portHint: 'Wie vom Besitzer des Geräts eingerichtet; sonst 80.',
  portWrong: 'Eine Zahl von 1 bis 4294967295.',
  open: 'Öffnen',
  again: 'Noch einmal versuchen',
  frame: (name: string) => `Die Seite von ${name}`,
  showAnyway: 'Erste Seite öffnen',
  offer: {
    title: 'Angebot des Geräts',
    file: (device: string) => `Die Seite von ${device} bietet eine Datei an:`,
    link: (device: string) => `Die Seite von ${device} führt zu einer anderen Website:`,
    saving: 'Wird gespeichert:',
    tooLarge: (limit: string) => `ist größer als ${limit} und wurde nicht gespeichert.`,
    brokenOff:
      'kam nicht vollständig an und wurde nicht gespeichert. Fordern Sie die Datei auf der Seite noch einmal an.',
    save: 'Speichern',
    open: 'In neuem Tab öffnen',
    dismiss: 'Angebot schließen',
    cancel: 'Speichern abbrechen',
    size: (bytes: number) => (bytes === 0 ? '0 B' : requests.size(bytes)),
  },
  noOrigins: {
    title: 'Dieser Dienst zeigt noch keine Seiten von Geräten.',
    hint: 'Die Seite jedes Geräts braucht eine eigene Adresse. Der Betreiber des Dienstes startet ihn mit',
    command: '--device-origin https://*.devices.example',
    more: 'und besorgt für diesen Platzhalter-Namen ein Zertifikat. Wie, steht in der Anleitung für Betreiber.',
  },
  unreachable: {
    title: 'Der Dienst hat nicht gesagt, wo die Seite des Geräts ist.',
    hint: 'Prüfen Sie Ihr Netz und versuchen Sie es dann noch einmal.',
    elsewhere:
      'Wenn Ihr Netz in Ordnung ist: Diese Konsole kommt nicht vom Dienst, und er muss sie erlauben:',
    option: (page: string) => `--allow-origin ${page}`,
  },
  noPage: {
    title: 'Dieses Gerät hat keine Webseite.',
    hint: 'Geräte dieser Art bieten keine an. Bild, Steuerung und Personen finden Sie unter den anderen Reitern.',
  },
  noAnswer: {
    title: 'Es ist nicht bekannt, ob das Gerät eine Webseite hat.',
    hint: 'Es ist verbunden, aber die Liste seiner Datenströme kam nicht. Versuchen Sie es noch einmal.',
  },
  noTunnels: {
    title: 'Dieses Gerät bietet Ihnen keine Webseite an.',
    hint: 'Ihre Rolle erlaubt es vielleicht nicht, oder es ist keine eingerichtet. Beides kann ein Administrator des Geräts ändern. Wenn Sie den Port des Datenstroms kennen, geben Sie ihn ein.',
  },
  noTunnelsYet: {
    title: 'Auf diesem Gerät ist noch keine Webseite eingerichtet.',
    hint: 'Schreiben Sie dies auf dem Gerät in device.toml, und starten Sie sein Programm neu:',
    more: 'target ist, wo sein Webserver antwortet. Gibt es dafür schon einen Datenstrom, der nur nicht aufgeführt ist, geben Sie dessen Port ein.',
  },
  failure: {
    forbidden: {
      title: 'Ihre Rolle erlaubt das nicht.',
      hint: 'Ein Administrator des Geräts kann Ihre Rolle ändern.',
    },
    noTunnel: {
      title: 'Auf diesem Port hat das Gerät keinen Webserver.',
      hint: 'Wählen Sie oben einen anderen, oder fragen Sie den Besitzer des Geräts.',
    },
    unreachable: {
      title: 'Der Webserver des Geräts antwortet nicht.',
      hint: 'Das Gerät ist verbunden, aber wo seine Seite sein sollte, antwortet nichts. Vielleicht startet es gerade.',
    },
    disconnected: {
      title: 'Die Verbindung zum Gerät ist abgebrochen.',
      hint: 'Sobald sie wieder steht, wird die Seite von selbst neu geladen.',
    },
    busy: {
      title: 'Das Gerät ist ausgelastet.',
      hint: 'Es nimmt im Moment keine weiteren Verbindungen an. Versuchen Sie es noch einmal.',
    },
    timeout: {
      title: 'Der Webserver des Geräts hat zu lange gebraucht.',
      hint: 'Versuchen Sie es noch einmal.',
    },
    cutOff: { title: 'Der Webserver des Geräts hat abgebrochen.', hint: 'Versuchen Sie es noch einmal.' },
    malformed: {
      title: 'Das ist keine Webseite.',
      hint: 'Was auf diesem Port antwortet, spricht kein HTTP. Wählen Sie einen anderen.',
    },
    tls: {
      title: 'Dieser Webserver spricht nur TLS.',
      hint: 'Die Verbindung zum Gerät ist schon verschlüsselt: Richten Sie den Datenstrom so ein, dass er zum Port für einfaches HTTP führt.',
    },
    noShell: {
      title: 'Die eigene Adresse der Seite ist nicht erreichbar.',
      hint: 'Ihrem Namen fehlt vielleicht ein DNS-Eintrag oder ein Zertifikat, dem dieser Browser vertraut. Fragen Sie den Betreiber des Dienstes.',
    },
    noWorker: {
      title: 'Dieser Browser zeigt keine Seiten von Geräten.',
      hint: 'Er führt in Rahmen keine Service Worker aus. Firefox, Chrome und Edge tun das; ein privates Fenster vielleicht nicht.',
    },
    left: {
      title: 'Die Seite hat ihren Rahmen verlassen.',
      hint: 'Was sie zeigen wollte, ist nicht auf diesem Gerät.',
    },
    flood: {
      title: 'Die Seite wurde angehalten.',
      hint: 'Sie wollte mehr auf einmal, als eine Seite braucht. Dem Gerät ist vielleicht nicht zu trauen.',
    },
  },
};
