/// <reference types="node" />
/** @module The example of README.md is real code, and it renders. */
import { readFile } from 'node:fs/promises';
import { createConnection, type ConnectionOptions } from '@longwire/client';
import { createFakeWorld } from '@longwire/testing';
import type { JSX } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createDeviceHandle, DeviceConnectionProvider, useConnectionState, useRequest } from './index.ts';

function Temperature(): JSX.Element {
  const connectionState = useConnectionState();
  const { state, send } = useRequest();
  return (
    <button
      disabled={connectionState !== 'connected'}
      onClick={() => void send({ method: 'GET', path: '/temperature' })}
    >
      {state.kind === 'answered' ? state.answer.text() : connectionState}
    </button>
  );
}

function App({ options }: { options: ConnectionOptions }): JSX.Element {
  return (
    <DeviceConnectionProvider
      deviceKey={options.deviceId}
      createHandle={() => createDeviceHandle(createConnection(options))}
    >
      <Temperature />
    </DeviceConnectionProvider>
  );
}

test('the example is the one of README.md', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const block = /```tsx\n(.*?)```/su.exec(readme)?.[1] ?? 'no example';
  expect(await readFile(new URL(import.meta.url), 'utf8')).toContain(block);
});

test('it renders before it is connected', async () => {
  const { options } = await createFakeWorld();
  expect(renderToString(<App options={options} />)).toBe('<button disabled="">idle</button>');
});
