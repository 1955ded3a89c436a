/** @module UTF-8 in both directions; invalid input is replaced, never refused. */

/**
 * The two platform classes this package uses. Every browser and Node has them, but no `lib` of the language alone
 * declares them: declaring them in this file keeps the DOM's and Node's types out of the package.
 */
declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

const encoder = new TextEncoder();

/** `ignoreBOM` keeps a leading U+FEFF as a character, so that decoding returns exactly what was encoded. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Encodes text as UTF-8; a lone surrogate becomes U+FFFD. */
export function utf8Encode(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes UTF-8; invalid sequences become U+FFFD, because deployed devices pass them on unchanged. */
export function utf8Decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
