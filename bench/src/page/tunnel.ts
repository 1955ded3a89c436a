/** @module Bulk data between a page and a destination behind the device, and over a bare data channel. */
import { createConnection, type ConnectionOptions } from '@longwire/client';
import { openBareConnection } from './bare-connection.ts';
import { timed } from './repeat.ts';

/** Megabytes per second, in each direction. */
export interface Throughput {
  readonly up: readonly number[];
  readonly down: readonly number[];
}

/** How many bytes to transfer, and how often. */
export interface Transfer {
  readonly bytes: number;
  readonly times: number;
}

/** Ports of a device: the destination of one reads to the end, that of the other sends. */
export interface StreamPorts {
  readonly sink: number;
  readonly source: number;
}

/** The ports of the device's TCP tunnels. */
const TUNNELS: StreamPorts = { sink: 1, source: 2 };

const chunk = new Uint8Array(64 * 1024);
/** The largest amount buffered in the channel, in bytes. */
const MAX_BUFFERED = 1024 * 1024;

async function measure(
  { bytes, times }: Transfer,
  up: () => Promise<void>,
  down: () => Promise<void>,
): Promise<Throughput> {
  const throughput: { up: number[]; down: number[] } = { up: [], down: [] };
  const rate = async (task: () => Promise<void>): Promise<number> => bytes / 1000 / (await timed(task));
  for (let round = 0; round < times; round += 1) {
    throughput.up.push(await rate(up));
    throughput.down.push(await rate(down));
  }
  return throughput;
}

async function readAll(readable: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0;
  const reader = readable.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.length;
  return bytes;
}

/** Through streams of the device; sent data counts when the destination has confirmed that it arrived. */
export async function tunnelThroughput(
  options: ConnectionOptions,
  transfer: Transfer,
  ports: StreamPorts = TUNNELS,
): Promise<Throughput> {
  const connection = createConnection(options);
  await connection.connect();
  const throughput = await measure(
    transfer,
    async () => {
      const { readable, writable, closed } = await connection.openStream(ports.sink);
      const writer = writable.getWriter();
      for (let left = transfer.bytes; left > 0; left -= chunk.length) {
        await writer.ready;
        void writer.write(chunk.subarray(0, left));
      }
      await writer.close();
      await readAll(readable);
      await closed;
    },
    async () => {
      const { readable, writable, closed } = await connection.openStream(ports.source);
      const bytes = await readAll(readable);
      if (bytes !== transfer.bytes)
        throw new Error(`incomplete transfer: want ${transfer.bytes} bytes, got ${bytes}`);
      await writable.close();
      await closed;
    },
  );
  await connection.close();
  return throughput;
}

async function sendAll(channel: RTCDataChannel, bytes: number): Promise<void> {
  channel.bufferedAmountLowThreshold = MAX_BUFFERED / 2;
  for (let left = bytes; left > 0; left -= chunk.length) {
    channel.send(chunk.subarray(0, left));
    if (channel.bufferedAmount < MAX_BUFFERED) continue;
    await new Promise((resolve) => channel.addEventListener('bufferedamountlow', resolve, { once: true }));
  }
}

/** Over one data channel to a bare peer of the device's library. */
export async function bulkFloor(transfer: Transfer): Promise<Throughput> {
  const { peer, channel } = await openBareConnection();
  channel.binaryType = 'arraybuffer';
  const throughput = await measure(
    transfer,
    async () => {
      const arrived = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
      channel.send(`up ${transfer.bytes}`);
      await sendAll(channel, transfer.bytes);
      await arrived;
    },
    async () => {
      let left = transfer.bytes;
      const arrived = new Promise<void>((resolve) => {
        channel.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
          left -= data.byteLength;
          if (left <= 0) resolve();
        };
      });
      channel.send(`down ${transfer.bytes}`);
      await arrived;
      channel.onmessage = null;
    },
  );
  peer.close();
  return throughput;
}
