/** @module Hook that opens a byte stream to a port of the device while a component is mounted. */
import type { DataStream, EdgeError, Session } from '@longwire/client';
import { useMemo } from 'react';
import { asEdgeError } from '../as-edge-error.ts';
import { Live } from '../live.ts';
import { useLive } from '../use-live.ts';
import { useSessionSlot } from './device-provider.tsx';
import { followSlot, type LiveSlot } from './session-slot.ts';

/** The state of a stream. */
export type StreamState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly stream: DataStream }
  /** Without an error both sides have closed it regularly. */
  | { readonly kind: 'ended'; readonly error?: EdgeError };

/** The state of a stream, and a function that opens the next one. */
export interface UseStream {
  readonly state: StreamState;
  /** Ends the stream, if it has not ended, and opens another one. */
  readonly reopen: () => void;
}

const OPENING: StreamState = { kind: 'opening' };

/**
 * Opens a stream as soon as the session is ready, and resets it when the component unmounts, even if a reader or writer has locked
 * it. A stream ends with its connection; the application calls `reopen` for the next one.
 */
export function useStream(port: number): UseStream {
  const slot = useSessionSlot();
  const live = useMemo(() => liveStream(slot, port), [slot, port]);
  return { state: useLive(live), reopen: live.restart };
}

function liveStream(slot: LiveSlot, port: number): Live<StreamState> {
  return new Live(OPENING, (put) =>
    followSlot(slot, {
      filled: (session) => {
        const abort = new AbortController();
        put(OPENING);
        void run({ session, port, signal: abort.signal }, put);
        return () => abort.abort();
      },
      failed: (error) => put({ kind: 'ended', error }),
    }),
  );
}

interface Wanted {
  readonly session: Session;
  readonly port: number;
  readonly signal: AbortSignal;
}

async function run({ session, port, signal }: Wanted, put: (state: StreamState) => void): Promise<void> {
  try {
    await session.ready({ signal });
    const stream = await session.streams.open(port, { signal });
    put({ kind: 'open', stream: endingWith(stream, signal) });
    await stream.closed;
    put({ kind: 'ended' });
  } catch (cause) {
    put({ kind: 'ended', error: asEdgeError(cause) });
  }
}

/** The stream with piped ends that can be aborted: the original ends cannot once they are locked. */
function endingWith(stream: DataStream, signal: AbortSignal): DataStream {
  const [incoming, outgoing] = [
    new TransformStream<Uint8Array, Uint8Array>(),
    new TransformStream<Uint8Array, Uint8Array>(),
  ];
  // `closed` reports how either ended.
  stream.readable.pipeTo(incoming.writable, { signal }).catch(() => undefined);
  outgoing.readable.pipeTo(stream.writable, { signal }).catch(() => undefined);
  return {
    port: stream.port,
    readable: incoming.readable,
    writable: outgoing.writable,
    closed: stream.closed,
  };
}
