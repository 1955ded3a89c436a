/** @module `@longwire/protocol/stream`: byte streams: frames, credit, labels. */
export { ByteQueue } from '../bytes/byte-queue.ts';
export { ReceiveWindow, SendWindow } from './stream-credit.ts';
export { decodeStreamFrame, encodeStreamFrame, STREAM_CHUNK_BYTES } from './stream-frame.ts';
export { formatStreamLabel } from './stream-label.ts';
