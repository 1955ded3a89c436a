/** @module The address that devices and browsers use. */
import { EdgeError } from '@longwire/protocol';

/** Checks an address and returns it. @throws EdgeError ERR_CONFIG */
export function parsePublicUrl(text: string): string {
  if (/^(?:https?|wss?):$/u.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new EdgeError('ERR_CONFIG', 'public URL is invalid: want an address such as https://example.org');
}
