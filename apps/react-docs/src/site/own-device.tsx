/** @module The form for running the examples with the reader's device. */
import type { SessionOptions } from '@longwire/client';
import { useId, useState, type SyntheticEvent } from 'react';
import { deviceOfLink } from '../examples/device-of-link.ts';
import { Source } from '../source/source.tsx';

interface OwnDeviceProps {
  readonly device: SessionOptions | undefined;
  readonly onDevice: (device: SessionOptions | undefined) => void;
}

/** Takes a pairing link, which is not sent anywhere. */
export function OwnDevice({ device, onDevice }: OwnDeviceProps) {
  const [error, setError] = useState<string>();
  const errorId = useId();
  // Not an `action`: React would clear the form, and a wrong link should stay visible.
  const open = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const link = new FormData(event.currentTarget).get('link');
    if (typeof link !== 'string') return;
    try {
      onDevice(deviceOfLink(link));
      setError(undefined);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    }
  };
  return (
    <details className="own">
      <summary>{device === undefined ? 'Use your own device' : 'With your device'}</summary>
      {device === undefined ? (
        <form onSubmit={open}>
          <label>
            Its pairing link, <code>npm run demo</code> prints one{' '}
            <input
              name="link"
              type="url"
              required
              autoComplete="off"
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : errorId}
            />
          </label>
          <button>Run all examples with it</button>
          {error !== undefined && (
            <p role="alert" id={errorId}>
              {error}
            </p>
          )}
        </form>
      ) : (
        <button onClick={() => onDevice(undefined)}>Back to the example device</button>
      )}
      <p>This code reads the link; you can use it in your own pages:</p>
      <Source file="device-of-link.ts" />
    </details>
  );
}
