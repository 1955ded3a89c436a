/** @module The texts of failed connections and requests, in German. */
import type * as english from './failure-en.ts';

/** Failures and their remedies, in German. */
export const failure: typeof english.failure = {
  denied: {
    title: 'Das Gerät hat diese Verbindung abgelehnt.',
    hint: 'Fragen Sie den Besitzer, oder melden Sie sich als jemand anderes an.',
  },
  full: {
    title: 'Das Gerät nimmt im Moment keine weiteren Verbindungen an.',
    hint: 'Es bedient nur eine begrenzte Zahl von Verbindungen. Schließen Sie es in einem anderen Tab oder auf einem anderen Telefon oder Computer. Die Konsole versucht es weiter.',
  },
  evicted: {
    title: 'Eine neuere Verbindung hat diese ersetzt.',
    hint: 'Das Gerät bedient nur eine begrenzte Zahl von Verbindungen. Schließen Sie andere Tabs mit diesem Gerät und verbinden Sie sich neu.',
  },
  busy: {
    title: 'Der Dienst nimmt im Moment keine weiteren Verbindungen an.',
    hint: 'Die Konsole versucht es weiter.',
  },
  tokenRejected: {
    title: 'Dieser Link gilt nicht mehr.',
    hint: 'Bitten Sie um einen neuen Link und fügen Sie ihn ein.',
  },
  tokenUnchecked: {
    title: 'Der Dienst konnte diesen Link gerade nicht prüfen.',
    hint: 'Der Link kann durchaus gültig sein. Die Konsole versucht es weiter.',
  },
  tokenMissing: {
    title: 'Es fehlt ein Verbindungstoken.',
    hint: 'Der Dienst verlangt eines. Fügen Sie einen Link ein, der es enthält, oder tippen Sie es ein.',
  },
  offline: {
    title: 'Das Gerät ist nicht mit dem Dienst verbunden.',
    hint: 'Ist es eingeschaltet, und hat es Netz?',
  },
  noSuchDevice: {
    title: 'Dieses Gerät gibt es nicht.',
    hint: 'Vergleichen Sie diese Kennungen mit dem Aufkleber des Geräts:',
  },
  timeout: {
    title: 'Der Dienst hat nicht rechtzeitig geantwortet.',
    hint: 'Das Netz ist vielleicht langsam. Versuchen Sie es noch einmal.',
  },
  deviceFault: {
    title: 'Das Gerät hat einen Fehler gemeldet.',
    hint: 'Versuchen Sie es noch einmal. Hilft das nicht, starten Sie das Gerät neu.',
  },
  deviceClosed: {
    title: 'Das Gerät hat die Verbindung beendet.',
    hint: 'Vielleicht startet es gerade neu.',
  },
  unreachable: {
    title: 'Der Dienst ist nicht erreichbar.',
    hint: 'Prüfen Sie Ihr Netz und diese Adresse:',
  },
  notListed: {
    title: 'Diese Konsole spricht nicht mit diesem Dienst.',
    hint: 'Das Gerät ist bei einem Dienst gespeichert, der nicht auf der Liste dieser Konsole steht:',
  },
  offlineHere: {
    title: 'Sie sind offline.',
    hint: 'Verbinden Sie diesen Browser mit einem Netz und versuchen Sie es dann noch einmal.',
  },
  restarting: { title: 'Der Dienst startet neu.', hint: 'Das dauert einen Augenblick.' },
  noPath: {
    title: 'Kein Weg durch die Netze dazwischen.',
    hint: 'Versuchen Sie ein anderes Netz. Klappt es nie, braucht der Dienst einen Vermittler.',
  },
  lost: { title: 'Die Verbindung ging verloren.', hint: 'Das ist das letzte Bild, das ankam.' },
  unproven: {
    title: 'Das Gerät hat nicht bewiesen, wer es ist.',
    hint: 'Es gab keine Antwort, die sich prüfen lässt; deshalb wurde ihm nichts gesendet.',
  },
  noWebrtc: {
    title: 'Dieser Browser kann solche Verbindungen nicht aufbauen.',
    hint: 'Nehmen Sie einen anderen. Auf einem iPhone schaltet der Blockierungsmodus sie ab.',
  },
  insecurePage: {
    title: 'Diese Seite kann kein Gerät prüfen.',
    hint: 'Browser prüfen Schlüssel nur auf Seiten, die über https kamen. Öffnen Sie die Konsole dort und benutzen Sie Ihren Link noch einmal. Öffnet sie sich nicht, hat der Dienst kein Zertifikat: Sein Besitzer startet ihn mit --local-https oder mit --domain und seinem öffentlichen Namen.',
  },
  forbidden: {
    title: 'Ihre Rolle erlaubt das nicht.',
    hint: 'Ein Administrator des Geräts kann Ihre Rolle ändern.',
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
    hint: 'Versuchen Sie es noch einmal. Die Einzelheiten helfen vielleicht dem Besitzer des Geräts.',
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
    otherUser: 'Als jemand anderes anmelden',
    secure: 'Über https öffnen',
  },
};
