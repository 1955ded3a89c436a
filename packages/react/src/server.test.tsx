/// <reference types="node" />
/** @module Rendering on a server needs no page and opens no connection. */
import { createFakeWorld } from '@longwire/testing';
import { readFile } from 'node:fs/promises';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  DeviceProvider,
  DeviceVideo,
  useConnectionStats,
  useIdentity,
  useMe,
  useObserve,
  useRequest,
  useSession,
  useSessionState,
  useStream,
  useTrack,
  useUsers,
} from './index.ts';

function Everything() {
  const session = useSession();
  const stats = useConnectionStats();
  const kinds = [
    useSessionState(),
    useRequest().state,
    useObserve('/temperature').state,
    useMe().state,
    useUsers().state,
    useStream(22).state,
    useTrack('front').state,
  ].map(({ kind }) => kind);
  return (
    <p>
      {[session === undefined, stats === undefined, Object.keys(useIdentity()).length, ...kinds].join(' ')}
    </p>
  );
}

test('all hooks and components render their waiting state on a server without a document', async () => {
  const world = await createFakeWorld();
  expect(typeof document).toBe('undefined');
  const html = renderToString(
    <DeviceProvider options={world.options}>
      <Everything />
      <DeviceVideo trackId="front" soundTrackId="mic" label="Front door" />
    </DeviceProvider>,
  );
  expect(html).toContain('<p>true true 0 connecting idle waiting waiting waiting opening waiting</p>');
  expect(html).toContain('aria-label="Front door"');
  await world.settled();
  expect(world.sockets.all).toEqual([]);
});

test('the entry is marked for React Server Components, where React has no createContext', async () => {
  const entry = await readFile(new URL('index.ts', import.meta.url), 'utf8');
  expect(entry).toMatch(/^'use client';/u);
});
