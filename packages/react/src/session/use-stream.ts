/** @module A byte stream to a listener of the device, for as long as a component is there. */
import type { DataStream, EdgeError, Session } from '@longwire/client';
import { useMemo } from 'react';
import { asEdgeError } from '../as-edge-error.ts';
import { Live } from '../live.ts';
import { useLive } from '../use-live.ts';
import { useSeat } from './device-provider.tsx';
import { followSeat, type LiveSeat } from './seat.ts';

/** Where a stream stands. */
export type StreamState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly stream: DataStream }
  /** Without an error both sides have ended it in order. */
  | { readonly kind: 'ended'; readonly error?: EdgeError };

/** A stream, and how to open the next one. */
export interface UseStream {
  readonly state: StreamState;
  /** Ends the stream, if it has not ended, and opens another one. */
  readonly reopen: () => void;
}

const OPENING: StreamState = { kind: 'opening' };

/**
 * Opens a stream as soon as the session is ready, and resets it when the component goes, also where a reader or a writer still has
 * it. A stream ends with its connection: `reopen` is the application's to call.
 */
export function useStream(port: number): UseStream {
  const seat = useSeat();
  const live = useMemo(() => liveStream(seat, port), [seat, port]);
  return { state: useLive(live), reopen: live.restart };
}

function liveStream(seat: LiveSeat, port: number): Live<StreamState> {
  return new Live(OPENING, (put) =>
    followSeat(seat, {
      taken: (session) => {
        const abort = new AbortController();
        put(OPENING);
        void run({ session, port, signal: abort.signal }, put);
        return () => abort.abort();
      },
      refused: (error) => put({ kind: 'ended', error }),
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
    const stream = await session.openStream(port, { signal });
    put({ kind: 'open', stream: endingWith(stream, signal) });
    await stream.closed;
    put({ kind: 'ended' });
  } catch (cause) {
    put({ kind: 'ended', error: asEdgeError(cause) });
  }
}

/** The stream with ends that can be taken back: its own cannot once somebody reads or writes. */
function endingWith(stream: DataStream, signal: AbortSignal): DataStream {
  const [incoming, outgoing] = [
    new TransformStream<Uint8Array, Uint8Array>(),
    new TransformStream<Uint8Array, Uint8Array>(),
  ];
  // How either ended is what `closed` tells.
  stream.readable.pipeTo(incoming.writable, { signal }).catch(() => undefined);
  outgoing.readable.pipeTo(stream.writable, { signal }).catch(() => undefined);
  return {
    port: stream.port,
    readable: incoming.readable,
    writable: outgoing.writable,
    closed: stream.closed,
  };
}
