/** @module The page: takes a device's link and shows its front door. */
import { parsePairingLink, type SessionOptions } from '@longwire/client';
import { useId, useState, type JSX, type SyntheticEvent } from 'react';
import { FrontDoor } from './front-door.tsx';

/** How to reach the device of a link, whose address is the service's. @throws EdgeError ERR_PAIRING_LINK */
function optionsOf(url: string): SessionOptions {
  const { productId, deviceId, username, password, sct, fingerprint, isInvite } = parsePairingLink(url);
  // The password of an invite, and the open one, which has no user name, are for pairing: a session with them begins as nobody.
  const isLogin = isInvite !== true && username !== undefined && username !== '' && password !== undefined;
  return {
    signalingServerUrl: new URL(url).origin.replace(/^http/u, 'ws'),
    productId,
    deviceId,
    sct,
    fingerprint,
    ...(isLogin && { login: (connection) => connection.authenticate({ username, password }) }),
  };
}

/** Asks for a link until there is one that can be read. */
export function Page(): JSX.Element {
  const [options, setOptions] = useState<SessionOptions>();
  const [error, setError] = useState<string>();
  const errorId = useId();
  if (options !== undefined) return <FrontDoor options={options} />;
  // Not an `action`: React empties the form after it, and a wrong link is to be looked at.
  const open = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const link = new FormData(event.currentTarget).get('link');
    if (typeof link !== 'string') return;
    try {
      setOptions(optionsOf(link));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    }
  };
  return (
    <form onSubmit={open}>
      <label>
        The device’s link{' '}
        <input
          name="link"
          type="url"
          required
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby={errorId}
        />
      </label>
      <button type="submit">Open</button>
      <p role="alert" id={errorId}>
        {error}
      </p>
    </form>
  );
}
