/** @module The page: takes a device's link and shows its front door. */
import { parsePairingLink, type SessionOptions } from '@longwire/client';
import { StrictMode, useState, type JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { FrontDoor } from './front-door.tsx';

/** How to reach the device of a link, whose address is the service's. */
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

function Page(): JSX.Element {
  const [options, setOptions] = useState<SessionOptions>();
  if (options !== undefined) return <FrontDoor options={options} />;
  const open = (form: FormData): void => {
    const link = form.get('link');
    if (typeof link === 'string') setOptions(optionsOf(link));
  };
  return (
    <form action={open}>
      <label>
        The device’s link <input name="link" type="url" required />
      </label>
      <button type="submit">Open</button>
    </form>
  );
}

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
