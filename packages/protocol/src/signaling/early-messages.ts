/**
 * @module `early/1`: what a client says at first, inside the opening handshake of its WebSocket, as the name of one more sub-protocol
 * (docs/protocol/early.md). It is taken as if it had come as the first frames, a round trip earlier.
 */
import { base64urlDecode, base64urlEncode } from '../bytes/base64url.ts';
import { utf8Decode, utf8Encode } from '../bytes/utf8.ts';

/** What a service names among the `features` of its login reply that takes early messages. */
const EARLY_FEATURE = 'early/1';

/** The `features` of a login reply of such a service. */
export const LOGIN_FEATURES: readonly string[] = [EARLY_FEATURE];

/** Whether they are those of such a service. */
export function takesEarly(features: unknown): boolean {
  return Array.isArray(features) && features.includes(EARLY_FEATURE);
}

const PREFIX = 'longwire-early.';

/** Longest name, in characters. Reason: it is a line of an HTTP header, for which proxies have room for 8 KiB and some for half of that. */
export const MAX_EARLY_LENGTH = 3_800;

/** No message has a line feed in it: JSON.stringify writes none, and JSON.parse reads none within a text. */
const SEPARATOR = '\n';

/** The name that says these messages; undefined when they are too long for it. */
export function earlySubprotocol(texts: readonly string[]): string | undefined {
  const name = PREFIX + base64urlEncode(utf8Encode(texts.join(SEPARATOR)));
  return name.length > MAX_EARLY_LENGTH ? undefined : name;
}

/** The messages that are said in a `Sec-WebSocket-Protocol` header; none where nothing, or nothing readable, is. */
export function earlyMessages(header: string | undefined): readonly string[] {
  const names = (header ?? '').split(',').map((name) => name.trim());
  const name = names.find((each) => each.startsWith(PREFIX) && each.length <= MAX_EARLY_LENGTH);
  if (name === undefined) return [];
  try {
    return utf8Decode(base64urlDecode(name.slice(PREFIX.length))).split(SEPARATOR);
  } catch {
    // As good as not said: the client notices that nothing is answered, and says it again.
    return [];
  }
}
