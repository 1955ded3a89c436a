/**
 * @module `early/1`: the first messages of a client inside the opening handshake of its WebSocket, as the name of an
 * additional sub-protocol (docs/protocol/early.md). They count as the first frames and save a round trip.
 */
import { base64urlDecode, base64urlEncode } from '../bytes/base64url.ts';
import { utf8Decode, utf8Encode } from '../bytes/utf8.ts';

/** A service that accepts early messages lists this among the `features` of its login reply. */
const EARLY_FEATURE = 'early/1';

/** The `features` of such a service's login reply. */
export const LOGIN_FEATURES: readonly string[] = [EARLY_FEATURE];

/** Whether the features are those of a service that accepts early messages. */
export function supportsEarlyMessages(features: unknown): boolean {
  return Array.isArray(features) && features.includes(EARLY_FEATURE);
}

const PREFIX = 'longwire-early.';

/**
 * Longest name, in characters. Reason: it is an HTTP header line, for which proxies allow 8 KiB, some half of that.
 */
export const MAX_EARLY_LENGTH = 3_800;

/** No message contains a line feed: JSON.stringify writes none, and JSON.parse accepts none within a string. */
const SEPARATOR = '\n';

/** The sub-protocol name that carries these messages; undefined if they are too long. */
export function earlySubprotocol(texts: readonly string[]): string | undefined {
  const name = PREFIX + base64urlEncode(utf8Encode(texts.join(SEPARATOR)));
  return name.length > MAX_EARLY_LENGTH ? undefined : name;
}

/** The messages in a `Sec-WebSocket-Protocol` header; empty if it has none that can be read. */
export function earlyMessages(header: string | undefined): readonly string[] {
  const names = (header ?? '').split(',').map((name) => name.trim());
  const name = names.find((each) => each.startsWith(PREFIX) && each.length <= MAX_EARLY_LENGTH);
  if (name === undefined) return [];
  try {
    return utf8Decode(base64urlDecode(name.slice(PREFIX.length))).split(SEPARATOR);
  } catch {
    // Ignored: the client notices the missing answer and sends them again as frames.
    return [];
  }
}
