/** @module The page: takes a device's link from its address or from the form, and shows the device. */
import type { SessionOptions } from '@longwire/client';
import { DeviceProvider } from '@longwire/react';
import { useState, type JSX, type SyntheticEvent } from 'react';
import { deviceOfLink } from './device-link.ts';
import { Device } from './device.tsx';

/** The device of a link, or why it cannot be used; empty without a link. */
interface Opened {
  readonly options?: SessionOptions;
  readonly error?: string;
}

function openLink(link: string | undefined): Opened {
  if (link === undefined) return {};
  try {
    return { options: deviceOfLink(link) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Asks for a link until it has one that can be used. */
export function App({ link }: { readonly link: string | undefined }): JSX.Element {
  const [{ options, error }, setOpened] = useState(() => openLink(link));
  if (options !== undefined)
    return (
      <DeviceProvider options={options}>
        <Device />
      </DeviceProvider>
    );
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('link');
    if (typeof given === 'string') setOpened(openLink(given));
  };
  return (
    <form onSubmit={handleSubmit}>
      <label>
        The device’s pairing link
        <input name="link" type="url" required autoComplete="off" />
      </label>
      <button type="submit">Show the device</button>
      <p role="alert">{error}</p>
    </form>
  );
}
