/** @module The page on the plain port that hands out the service's own authority. */
import { createHash } from 'node:crypto';
import { prefersGerman } from '../../request/prefers-german.ts';
import { ENGLISH, GERMAN } from './trust-words.ts';

/** Path of the authority's certificate. */
export const AUTHORITY_PATH = '/longwire-authority.crt';

/** Path at the https port that every page may request, to learn whether the browser trusts it. */
export const TRUST_PROBE_PATH = '/.longwire/trust';

/** Options of {@link trustPage}. */
export interface TrustPageOptions {
  /** The service's https origin, by the host of the request. */
  readonly origin: string;
  readonly hostName: string;
  readonly fingerprint: string;
  /** The browser's languages. */
  readonly acceptLanguage: string | undefined;
}

const STYLE = `
:root { color-scheme: light dark }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 38rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem }
h2 { font-size: 1.125rem; margin: 2rem 0 .25rem }
p { margin: .5rem 0 }
.name, code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
code { display: block; padding: .75rem; border: 1px solid; border-radius: .5rem; font-size: .875rem }
.button { display: inline-block; padding: .625rem 1rem; border-radius: .5rem; background: #1d4ed8; color: #fff; text-decoration: none; margin: .5rem 0 }
.button:focus-visible, summary:focus-visible { outline: 3px solid; outline-offset: 2px }
summary { padding: .625rem 0; cursor: pointer; font-weight: 600 }
details { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
ol { margin: 0 0 .75rem; padding-left: 1.5rem }
[role=status] { font-weight: 600 }
`;

/** Leads to the console once the browser trusts it, unless the address ends in `#authority`. */
const SCRIPT = `
const status = document.querySelector('[role=status]');
const { origin, probe, trusted } = status.dataset;
const look = async () => {
  try {
    await fetch(origin + probe, { mode: 'no-cors', cache: 'no-store' });
  } catch {
    setTimeout(look, 3000);
    return;
  }
  status.textContent = trusted;
  if (location.hash !== '#authority') location.replace(origin + '/');
};
look();
`;

/** Headers of the page, which may connect to the https origin and do nothing else. */
export function trustPageHeaders(origin: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src '${sourceHash(SCRIPT)}'`,
    `style-src '${sourceHash(STYLE)}'`,
    `connect-src ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') };
}

/** The page, in German if the browser prefers German, else in English. */
export function trustPage({ origin, hostName, fingerprint, acceptLanguage }: TrustPageOptions): string {
  const isGerman = prefersGerman(acceptLanguage);
  const words = isGerman ? GERMAN : ENGLISH;
  const systems = words.systems.map(
    ({ system, steps }) =>
      `<details><summary>${system}</summary><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol></details>`,
  );
  return `<!doctype html>
<html lang="${isGerman ? 'de' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${words.title} – ${hostName}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p class="name">${hostName}</p>
<p>${words.intro}</p>
<p role="status" data-origin="${origin}" data-probe="${TRUST_PROBE_PATH}" data-trusted="${words.trusted}">${words.waiting}</p>
<h2>${words.openTitle}</h2>
<p>${words.openText}</p>
<a class="button" href="${origin}/">${words.openButton}</a>
<h2 id="authority">${words.trustTitle}</h2>
<p>${words.trustText} ${words.limits}</p>
<a class="button" href="${AUTHORITY_PATH}" download>${words.downloadButton}</a>
<p>${words.fingerprint}</p>
<code>${fingerprint}</code>
<p>${words.compare}</p>
${systems.join('\n')}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function sourceHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
