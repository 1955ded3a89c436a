/** @module The label of a channel that carries a byte stream (PROTOCOL.md section 4). */
import { EdgeError } from '../errors/edge-error.ts';

/** The highest port of a stream listener: ports are uint32. */
export const MAX_STREAM_PORT = 0xffff_ffff;

const LABEL = /^(?:nabto-)?stream-(0|[1-9]\d{0,9})$/u;

/** The port in a label; undefined for the label of any other channel. */
export function parseStreamLabel(label: string): number | undefined {
  const digits = LABEL.exec(label)?.[1];
  if (digits === undefined) return undefined;
  const port = Number(digits);
  return port <= MAX_STREAM_PORT ? port : undefined;
}

/** The label for a port, in the form that every device knows. @throws EdgeError ERR_STREAM_PORT */
export function formatStreamLabel(port: number): string {
  checkStreamPort(port);
  return `stream-${port}`;
}

/** Checks a port. @throws EdgeError ERR_STREAM_PORT */
export function checkStreamPort(port: number): void {
  if (Number.isInteger(port) && port >= 0 && port <= MAX_STREAM_PORT) return;
  throw new EdgeError(
    'ERR_STREAM_PORT',
    `stream port must be an integer from 0 to ${MAX_STREAM_PORT}, got ${port}`,
  );
}
