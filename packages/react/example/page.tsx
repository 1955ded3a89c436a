/** @module The page: takes a device's pairing link and shows its front door. */
import type { SessionOptions } from '@longwire/client';
import { useId, useState, type JSX, type SyntheticEvent } from 'react';
import { deviceOfLink } from './device-of-link.ts';
import { FrontDoor } from './front-door.tsx';

/** Asks for a link until it gets a valid one. */
export function Page(): JSX.Element {
  const [options, setOptions] = useState<SessionOptions>();
  const [error, setError] = useState<string>();
  const errorId = useId();
  if (options !== undefined) return <FrontDoor options={options} />;
  // Not an `action`: React would clear the form, and a wrong link should stay visible.
  const open = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const link = new FormData(event.currentTarget).get('link');
    if (typeof link !== 'string') return;
    try {
      setOptions(deviceOfLink(link));
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
