/** @module Origins in options, which are compared with those that browsers send. */
import { EdgeError } from '@longwire/protocol';

/** Of a page inside an app, such as capacitor://localhost. */
const APP_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+$/u;

/** The origin as browsers write it. @throws EdgeError ERR_CONFIG */
export function parseOrigin(text: string): string {
  const url = URL.parse(text);
  const isWeb = url !== null && /^https?:$/u.test(url.protocol);
  if (isWeb && url.href === `${url.origin}/`) return url.origin;
  if (!isWeb && APP_ORIGIN.test(text)) return text;
  throw new EdgeError('ERR_CONFIG', `"${text}" is not an origin: want such as https://console.example`);
}
