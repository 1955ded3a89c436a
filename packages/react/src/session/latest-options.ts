/** @module Options whose functions are the latest that were rendered. */
import type { SessionOptions, SignIn, TokenSource } from '@longwire/client';

/** A session lasts over many renders: where it asks for a token, a certificate or a login, it asks the function of the latest one. */
export function latestOptions(latest: () => SessionOptions): SessionOptions {
  const options = latest();
  const { sct, jwt, certificate, login } = options;
  return {
    ...options,
    ...(typeof sct === 'function' && { sct: () => askForToken(latest().sct, sct) }),
    ...(typeof jwt === 'function' && { jwt: () => askForToken(latest().jwt, jwt) }),
    ...(typeof certificate === 'function' && {
      certificate: () => {
        const now = latest().certificate;
        return typeof now === 'function' ? now() : certificate();
      },
    }),
    ...(login !== undefined && {
      login: (...call: Parameters<SignIn>) => (latest().login ?? login)(...call),
    }),
  };
}

/** What is no function any more belongs to another session, which is about to begin. */
function askForToken(
  now: TokenSource | undefined,
  own: () => string | Promise<string>,
): string | Promise<string> {
  return typeof now === 'function' ? now() : own();
}
