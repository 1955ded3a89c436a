/** @module Removes secrets of addresses from ffmpeg's messages about its inputs and outputs. */

const REDACTED = '[redacted]';

/** The user and the password of an address. */
const USER_INFO = /(\/\/)[^\s'"]*@/gu;

/** Parameters of an address in which cameras expect passwords. */
const SECRET_PARAMETER = /([?&][^=&\s]*(?:pass|pwd|user|usr|token|auth|key|secret)[^=&\s]*=)[^&\s'"]*/giu;

/** The values in any address, whatever their name: cameras use `loginpas`, or a path with `user=admin_password=…`. */
const ADDRESS_VALUES = /(:\/\/[^\s'"=]*=)[^\s'"]*/gu;

/** The part after the host of an address: streaming servers expect a stream key there. */
const ADDRESS_PLACE = /([a-z][a-z0-9+.-]*:\/\/[^\s'"/?#]*)[/?#][^\s'"]*/giu;

/** Options whose values are credentials. */
const SECRET_OPTION = /^-.*(?:pass|auth|key|secret|token|header|cookie)/iu;

/** Shorter passwords are not searched outside addresses: they match ordinary words by chance. */
const MIN_PASSWORD_LENGTH = 4;

/** Shorter parts of an address are not searched outside addresses: they are ordinary words such as `live`. */
const MIN_PIECE_LENGTH = 8;

/** The path of such an address contains a stream key, for inputs too. */
const STREAM_KEY_INPUT = /^rtmps?:/iu;

/** Creates a function that redacts lines about an input: user and password of any address, and the input's own password or stream key anywhere. */
export function inputRedactor(input: string): (text: string) => string {
  if (STREAM_KEY_INPUT.test(input)) return outputRedactor([input]);
  const own = passwordsOf(input);
  return (text) =>
    without(
      own,
      text
        .replaceAll(USER_INFO, '$1')
        .replaceAll(ADDRESS_VALUES, (_, start: string) => start + REDACTED)
        .replaceAll(SECRET_PARAMETER, (_, name: string) => name + REDACTED),
    );
}

/** Creates a function that redacts lines about outputs: it leaves only the host of any address, and removes all other parts of the arguments' addresses everywhere. */
export function outputRedactor(args: readonly string[]): (text: string) => string {
  const own = args.flatMap((arg, index) => {
    const isSecret = SECRET_OPTION.test(args[index - 1] ?? '');
    const places = isSecret ? [arg] : [...arg.matchAll(ADDRESS_PLACE)].map(([address]) => placeOf(address));
    return [...passwordsOf(arg), ...places.flatMap(piecesOf)];
  });
  return (text) =>
    without(
      own,
      text.replaceAll(USER_INFO, '$1').replaceAll(ADDRESS_PLACE, (_, host: string) => `${host}/${REDACTED}`),
    );
}

function placeOf(address: string): string {
  return address.replace(/^[^/]*\/\/[^/?#]*/u, '');
}

function piecesOf(text: string): readonly string[] {
  const pieces = text.split(/[\s/?&=#;|,]+/u);
  return [...new Set([...pieces, ...pieces.map(percentDecoded)])].filter(
    (piece) => piece.length >= MIN_PIECE_LENGTH,
  );
}

function passwordsOf(address: string): readonly string[] {
  const [, written = ''] = /\/\/[^\s:]*:(.*)@/u.exec(address) ?? [];
  return [...new Set([written, percentDecoded(written)])].filter(
    (password) => password.length >= MIN_PASSWORD_LENGTH,
  );
}

function without(secrets: readonly string[], text: string): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}

function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/giu, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}
