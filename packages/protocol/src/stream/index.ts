/** @module `@longwire/protocol/stream`: frames, credit and labels of byte streams. */
export { ByteQueue } from '../bytes/byte-queue.ts';
export { ReceiveWindow, SendWindow } from './stream-credit.ts';
export { decodeStreamFrame, encodeStreamFrame, STREAM_CHUNK_BYTES } from './stream-frame.ts';
export { formatStreamLabel } from './stream-label.ts';
