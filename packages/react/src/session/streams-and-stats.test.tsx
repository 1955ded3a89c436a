// @vitest-environment happy-dom
/** @module Streams end with the component that opened them; statistics are read only while a component uses them. */
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useConnectionStats, useStream, type StreamState } from '../index.ts';
import { makeRig, NOTHING } from '../rig.fixture.ts';

function Stream({ onState }: { readonly onState: (state: StreamState) => void }) {
  const { state, reopen } = useStream(22);
  onState(state);
  return (
    <button onClick={reopen}>{state.kind === 'ended' ? (state.error?.code ?? 'ended') : state.kind}</button>
  );
}

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

test('useStream opens one stream under StrictMode and resets it on unmount even if its ends are locked', async () => {
  const rig = await makeRig();
  const states: StreamState[] = [];
  await rig.show(<Stream onState={(state) => states.push(state)} />);
  await rig.reads('open');
  const { streams } = rig.world.device;
  expect(streams.map(({ port }) => port)).toEqual([22]);
  const state = states.at(-1);
  if (state?.kind !== 'open') throw new Error('an open stream expected');
  const [reader, writer] = [state.stream.readable.getReader(), state.stream.writable.getWriter()];
  await writer.write(new TextEncoder().encode('hello'));
  await rig.until(() => expect(streams[0]?.messages.map(text)).toEqual(['hello']));
  streams[0]?.channel.send(new TextEncoder().encode('who is it?'));
  expect(text((await reader.read()).value)).toBe('who is it?');
  await rig.show(null);
  await rig.until(() => expect(streams[0]?.channel.readyState).toBe('closed'));
  await expect(reader.closed).rejects.toBeDefined();
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('useStream returns how a stream ended and opens another on reopen()', async () => {
  const rig = await makeRig();
  await rig.show(<Stream onState={() => undefined} />);
  await rig.reads('open');
  await act(async () => rig.world.device.streams[0]?.channel.close());
  await rig.until(() => expect(rig.text).toMatch(/^(ERR_|ended)/u));
  await act(async () => rig.all('button')[0]?.click());
  await rig.reads('open');
  expect(rig.world.device.streams).toHaveLength(2);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('useStream waits until there is a connection', async () => {
  const rig = await makeRig();
  rig.world.isReachable = false;
  await rig.show(<Stream onState={() => undefined} />);
  await act(async () => rig.world.clock.advance(20_000));
  await rig.settled();
  expect(rig.text).toBe('opening');
  expect(await rig.unmount()).toEqual(NOTHING);
});

function Traffic() {
  const stats = useConnectionStats();
  return <p>{stats === undefined ? 'none' : 'some'}</p>;
}

test('useConnectionStats returns the traffic while the session is ready and stops reading on unmount', async () => {
  const rig = await makeRig();
  await rig.show(<Traffic />);
  await rig.reads('some');
  await rig.lose();
  await rig.reads('none');
  expect(await rig.unmount()).toEqual(NOTHING);
});
