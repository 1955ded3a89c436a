/**
 * @module A socket on which the service reports that an offline device has attached (docs/protocol/wait.md). It imports
 * nothing that connecting needs as well: bundlers would split that off, and connecting would load more files.
 */
import type { LoginMessage } from '@longwire/protocol';
import { attachedOf, encodeWaitLogin } from '@longwire/protocol/wait';
import type { SocketClass } from '../signaling/signaling-socket.ts';

/** Options of {@link waitForDevice}. */
export interface DeviceWaitOptions {
  readonly url: string;
  readonly WebSocket: SocketClass;
  readonly login: LoginMessage;
  readonly onAttached: () => void;
  /** The service does not know the extension. */
  readonly onUnsupported: () => void;
}

/** Codes of a service or network that cannot report just now: going away, unclean, internal error, restart, limit. */
const TEMPORARY: ReadonlySet<number> = new Set([1001, 1006, 1011, 1012, 1013]);

/** Waits until the returned function is called; the session's own attempts continue meanwhile. */
export function waitForDevice({
  url,
  WebSocket,
  login,
  onAttached,
  onUnsupported,
}: DeviceWaitOptions): () => void {
  const socket = new WebSocket(url, 'json');
  let isSupported = false;
  const send = (): void => socket.send(encodeWaitLogin(login));
  const handleMessage = ({ data }: MessageEvent): void => {
    const isAttached = typeof data === 'string' ? attachedOf(data) : undefined;
    isSupported ||= isAttached !== undefined;
    if (isAttached === true) onAttached();
  };
  const handleClose = ({ code }: CloseEvent): void => {
    if (!isSupported && !TEMPORARY.has(code)) onUnsupported();
  };
  socket.addEventListener('open', send);
  socket.addEventListener('message', handleMessage);
  socket.addEventListener('close', handleClose);
  return () => {
    socket.removeEventListener('open', send);
    socket.removeEventListener('message', handleMessage);
    socket.removeEventListener('close', handleClose);
    socket.close(1000);
  };
}
