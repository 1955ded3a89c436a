/** @module Session options that call the functions of the latest render. */
import type { SessionOptions, SignIn, TokenSource } from '@longwire/client';

/** Wraps options for a session that outlives renders: tokens, certificates and logins come from the functions of the latest render. */
export function latestOptions(latest: () => SessionOptions): SessionOptions {
  const options = latest();
  const { sct, jwt, certificate, login } = options;
  // A login may need what the certificate function of the same render found, as that of a browser identity does.
  let connecting = options;
  return {
    ...options,
    ...(typeof sct === 'function' && { sct: () => askForToken(latest().sct, sct) }),
    ...(typeof jwt === 'function' && { jwt: () => askForToken(latest().jwt, jwt) }),
    ...(typeof certificate === 'function' && {
      certificate: () => {
        connecting = latest();
        const { certificate: now } = connecting;
        return typeof now === 'function' ? now() : certificate();
      },
    }),
    ...(typeof login === 'function' && {
      login: (...call: Parameters<SignIn>) => {
        const { login: now } = typeof certificate === 'function' ? connecting : latest();
        return typeof now === 'function' ? now(...call) : login(...call);
      },
    }),
  };
}

/** Calls the latest token function; if it is no longer a function, another session is about to start, and the original one is called. */
function askForToken(
  now: TokenSource | undefined,
  own: () => string | Promise<string>,
): string | Promise<string> {
  return typeof now === 'function' ? now() : own();
}
