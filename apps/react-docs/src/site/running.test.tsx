// @vitest-environment happy-dom
/** @module Running examples: a stage is created only when needed, and a failing example does not affect the page. */
import { createSession } from '@longwire/client';
import { DeviceProvider } from '@longwire/react';
import { createFakeWorld } from '@longwire/testing';
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Users } from '../examples/use-users.tsx';
import { ExampleDevice } from '../stage/example-device.ts';
import { createStage } from '../stage/stage.ts';
import { Example } from './example.tsx';
import { idOf, PAGES } from './pages.tsx';
import { Running } from './running.tsx';

vi.mock('../stage/stage.ts', { spy: true });

// A stage runs in real time: the login's key exchange takes a while on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function pageOf(id: string) {
  const page = PAGES.find((candidate) => idOf(candidate) === id);
  if (page === undefined) throw new Error(`a page expected, got ${id}`);
  return page;
}

async function show(id: string): Promise<void> {
  const page = pageOf(id);
  await act(async () =>
    render(
      <StrictMode>
        <Running page={page} device={undefined} />
      </StrictMode>,
    ),
  );
}

test('an example with the reader’s device creates no stage', async () => {
  const { options } = await createFakeWorld();
  await act(async () => render(<Running page={pageOf('use-me')} device={options} />));
  expect(screen.getByText('This example runs with your own device.')).toBeDefined();
  expect(createStage).not.toHaveBeenCalled();
});

test('an example that throws leaves the page intact and can run again', () => {
  let isBroken = true;
  function Fragile() {
    if (isBroken) throw new Error('no such thing');
    return <p>Whole</p>;
  }
  vi.spyOn(console, 'error').mockReturnValue();
  render(
    <>
      <h1>The page</h1>
      <Example>
        <Fragile />
      </Example>
    </>,
  );
  expect(screen.getByRole('heading').textContent).toBe('The page');
  expect(screen.getByRole('alert').textContent).toBe('The example failed: no such thing');
  isBroken = false;
  fireEvent.click(screen.getByText('Run it again'));
  expect(screen.getByText('Whole')).toBeDefined();
});

test('the useObserve example shows a payload that is not JSON as unreadable', async () => {
  const world = await createFakeWorld();
  world.prepare = ({ resources }) =>
    resources.on('GET /light', { statusCode: 205, payload: new TextEncoder().encode('{on') });
  await act(async () => render(<Running page={pageOf('use-observe')} device={world.options} />));
  expect(await screen.findByText('The light is something that this page cannot read')).toBeDefined();
});

test('the useUsers example removes no user without confirmation', async () => {
  const ask = vi.fn<(question: string) => boolean>().mockReturnValueOnce(false).mockReturnValue(true);
  vi.stubGlobal('confirm', ask);
  await show('use-users');
  fireEvent.click(await screen.findByText('Remove ben'));
  fireEvent.click(screen.getByText('Remove cleo'));
  await vi.waitFor(() => expect(screen.queryByText('Remove cleo')).toBeNull(), { timeout: 10_000 });
  expect(screen.getByText('Remove ben')).toBeDefined();
  expect(ask.mock.calls.flat().join()).toMatch(/ben.*cleo/u);
});

test('the useUsers example shows the error of an unanswered removal', async () => {
  vi.stubGlobal('confirm', () => true);
  const world = await createFakeWorld();
  const exampleDevice = new ExampleDevice();
  const asked = vi.fn<() => undefined>();
  world.prepare = (device) => {
    exampleDevice.prepare(device);
    device.resources.on('DELETE /iam/users/ben', asked);
  };
  const session = createSession(world.options);
  render(
    <DeviceProvider session={session}>
      <Users />
    </DeviceProvider>,
  );
  fireEvent.click(await screen.findByText('Remove ben'));
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await act(async () => session.end());
  expect(await screen.findByText(/^The removal was not answered: ERR_/u)).toBeDefined();
});

test('the useStream example shows received text, also when effects run twice', async () => {
  await show('use-stream');
  fireEvent.change(await screen.findByLabelText('Say'), { target: { value: 'Is anybody there?' } });
  fireEvent.click(screen.getByText('Send'));
  await vi.waitFor(() => expect(screen.getByRole('log').textContent).toBe('Is anybody there?\n'), {
    timeout: 10_000,
  });
});
