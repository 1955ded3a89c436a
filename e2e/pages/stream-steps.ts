/** @module Stream operations for tests; each function runs in the page on its own and may use nothing from outside its body. */

/** The stream's port, and the first line that is sent on it. */
export interface StreamStep {
  readonly port: number;
  readonly line: string;
}

/** The result of a step: the received data, or the error. */
export interface StreamOutcome {
  readonly text: string;
  readonly error: string | undefined;
  readonly resetCode: number | undefined;
}

/** Sends a line and reads to the end; ends its own side first or last. */
export async function converse(step: StreamStep & { readonly endsFirst: boolean }): Promise<StreamOutcome> {
  let text = '';
  try {
    const { readable, writable, closed } = await window.probe.connection.openStream(step.port);
    const writer = writable.getWriter();
    const isClosed = closed.then(
      () => undefined,
      (error: unknown) => error,
    );
    await writer.write(new TextEncoder().encode(step.line));
    if (step.endsFirst) await writer.close();
    const decoder = new TextDecoder();
    for await (const chunk of readable) text += decoder.decode(chunk, { stream: true });
    // Without half-close the device has closed both directions.
    if (!step.endsFirst) await writer.close().catch(() => undefined);
    const error = await isClosed;
    if (error !== undefined) throw error;
    return { text, error: undefined, resetCode: undefined };
  } catch (error) {
    const field = (key: string): unknown =>
      typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
    const resetCode = field('resetCode');
    return {
      text,
      error: String(field('code')),
      resetCode: typeof resetCode === 'number' ? resetCode : undefined,
    };
  }
}

/** Sends a line, then bytes back and forth. Returns how many came back unchanged. */
export async function echo({
  port,
  bytes,
}: {
  readonly port: number;
  readonly bytes: number;
}): Promise<number> {
  const { readable, writable } = await window.probe.connection.openStream(port);
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode('echo\n'));
  const sent = new Uint8Array(bytes);
  for (let index = 0; index < bytes; index += 1) sent[index] = (index * 31 + (index >> 8)) % 251;
  const writing = writer.write(sent);
  let same = 0;
  let received = 0;
  const reader = readable.getReader();
  while (received < bytes) {
    const { value } = await reader.read();
    if (value === undefined) break;
    for (const byte of value) {
      if (byte === sent[received]) same += 1;
      received += 1;
    }
  }
  await writing;
  await writer.close();
  while (!(await reader.read()).done);
  return same;
}

/** Downloads bytes, hashed block by block. */
export async function download(transfer: {
  readonly port: number;
  readonly bytes: number;
  readonly blockBytes: number;
}): Promise<{ readonly bytes: number; readonly hash: string; readonly ms: number }> {
  const { readable, writable } = await window.probe.connection.openStream(transfer.port);
  const writer = writable.getWriter();
  const begin = performance.now();
  await writer.write(new TextEncoder().encode(`source ${transfer.bytes}\n`));
  const digests: Promise<ArrayBuffer>[] = [];
  const reader = readable.getReader();
  let block = new Uint8Array(transfer.blockBytes);
  let length = 0;
  let bytes = 0;
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) break;
    bytes += value.length;
    for (let at = 0; at < value.length;) {
      const part = value.subarray(at, at + transfer.blockBytes - length);
      block.set(part, length);
      length += part.length;
      at += part.length;
      if (length < transfer.blockBytes) continue;
      digests.push(crypto.subtle.digest('SHA-256', block));
      block = new Uint8Array(transfer.blockBytes);
      length = 0;
    }
  }
  const ms = performance.now() - begin;
  if (length > 0) digests.push(crypto.subtle.digest('SHA-256', block.subarray(0, length)));
  const all = await new Blob(await Promise.all(digests)).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  // A device without half-close has closed the channel by now.
  await writer.close().catch(() => undefined);
  return { bytes, hash: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''), ms };
}

/** Uploads bytes, hashed block by block. Returns its own hash and the destination's. */
export async function upload(transfer: {
  readonly port: number;
  readonly bytes: number;
  readonly blockBytes: number;
}): Promise<{ readonly hash: string; readonly answer: string; readonly ms: number }> {
  const { readable, writable } = await window.probe.connection.openStream(transfer.port);
  const writer = writable.getWriter();
  const begin = performance.now();
  await writer.write(new TextEncoder().encode(`sink ${transfer.bytes}\n`));
  const digests: ArrayBuffer[] = [];
  const seed = new Uint32Array(transfer.blockBytes / 4);
  for (let index = 0; index < seed.length; index += 1) seed[index] = Math.imul(index + 1, 2_654_435_761);
  for (let sent = 0, count = 0; sent < transfer.bytes; count += 1) {
    seed[0] = count;
    const block = new Uint8Array(seed.slice().buffer).subarray(0, transfer.bytes - sent);
    digests.push(await crypto.subtle.digest('SHA-256', block));
    sent += block.length;
    await writer.write(block);
  }
  let answer = '';
  const decoder = new TextDecoder();
  for await (const chunk of readable) answer += decoder.decode(chunk, { stream: true });
  const ms = performance.now() - begin;
  await writer.close().catch(() => undefined);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(digests).arrayBuffer()));
  return { hash: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''), answer, ms };
}

/** Opens a stream, requests bytes and reads none. Resolves when some have arrived. */
export async function askAndStop({ port, line }: StreamStep): Promise<void> {
  const stream = await window.probe.connection.openStream(port);
  const writer = stream.writable.getWriter();
  await writer.write(new TextEncoder().encode(line));
  writer.releaseLock();
  Object.assign(window, {
    stopped: stream,
    stoppedEnd: stream.closed.then(
      () => 'in order',
      (error: unknown) => error,
    ),
  });
}

/** Opens a stream while the page is busy. Returns how `closed`, reading and writing, or opening itself, ended. */
export async function openWhileBusy({
  port,
  busyMs,
}: {
  readonly port: number;
  readonly busyMs: number;
}): Promise<readonly unknown[]> {
  const opening = window.probe.connection.openStream(port);
  const end = performance.now() + busyMs;
  while (performance.now() < end);
  try {
    const { readable, writable, closed } = await opening;
    const writer = writable.getWriter();
    const writing = async (): Promise<void> => {
      for (;;) await writer.write(new Uint8Array(1000));
    };
    const ends = [closed, readable.getReader().read(), writing(), writer.closed];
    const outcomes = await Promise.allSettled(ends);
    return outcomes.map((outcome) => {
      if (outcome.status === 'fulfilled') return 'in order';
      const error: unknown = outcome.reason;
      return Reflect.get(Object(error), 'resetCode') ?? String(error);
    });
  } catch (error) {
    return [String(error)];
  }
}
