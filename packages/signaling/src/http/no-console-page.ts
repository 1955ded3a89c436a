/** @module The page that a service without a console shows to a browser. */
import { prefersGerman } from '../request/prefers-german.ts';

interface Words {
  readonly title: string;
  readonly what: string;
  readonly visitor: string;
  readonly operator: string;
}

const ENGLISH: Words = {
  title: 'There is no console here',
  what: 'This is a Longwire signaling service. It is running, but it serves no pages, so your link cannot be opened at this address.',
  visitor:
    'Keep the link: it is still valid. Ask the person who sent it for one that opens a console, or paste it into a console that you already use, under “Add a device”.',
  operator:
    'If you run this service: start it without --no-console, or with --console and a folder that contains a built console.',
};

const GERMAN: Words = {
  title: 'Hier gibt es keine Konsole',
  what: 'Das ist ein Vermittlungsdienst von Longwire. Er läuft, zeigt aber keine Seiten. Darum lässt sich Ihr Link unter dieser Adresse nicht öffnen.',
  visitor:
    'Behalten Sie den Link: Er gilt weiterhin. Bitten Sie die Person, von der er stammt, um einen Link, der eine Konsole öffnet, oder fügen Sie ihn in einer Konsole ein, die Sie schon benutzen, unter „Gerät hinzufügen“.',
  operator:
    'Wenn Sie diesen Dienst betreiben: Starten Sie ihn ohne --no-console oder mit --console und einem Ordner, der eine gebaute Konsole enthält.',
};

/** The page has no script, and its style is part of it. */
export const NO_CONSOLE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  vary: 'accept-language',
};

/** The page in German if the browser prefers German, else in English. */
export function noConsolePage(acceptLanguage: string | undefined): string {
  const isGerman = prefersGerman(acceptLanguage);
  const { title, what, visitor, operator } = isGerman ? GERMAN : ENGLISH;
  return `<!doctype html>
<html lang="${isGerman ? 'de' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.25rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
p:last-child { font-size: 0.875rem; opacity: 0.75 }
</style>
</head>
<body>
<h1>${title}</h1>
<p>${what}</p>
<p>${visitor}</p>
<p>${operator}</p>
</body>
</html>
`;
}
