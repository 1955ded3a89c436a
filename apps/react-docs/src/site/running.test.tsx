// @vitest-environment happy-dom
/** @module Where an example runs: a stage only when it is used, and what fails takes nothing else with it. */
import { createSession } from '@longwire/client';
import { DeviceProvider } from '@longwire/react';
import { createFakeWorld } from '@longwire/testing';
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Users } from '../examples/use-users.tsx';
import { Home } from '../stage/home.ts';
import { createStage } from '../stage/stage.ts';
import { Example } from './example.tsx';
import { idOf, PAGES } from './pages.tsx';
import { Running } from './running.tsx';

vi.mock('../stage/stage.ts', { spy: true });

// The time of a stage is real: a busy machine computes a login's curve for a while.
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

test('with a device of the reader there is no stage', async () => {
  const { options } = await createFakeWorld();
  await act(async () => render(<Running page={pageOf('use-me')} device={options} />));
  expect(screen.getByText('This runs with your own device.')).toBeDefined();
  expect(createStage).not.toHaveBeenCalled();
});

test('an example that throws leaves the page, and runs again', () => {
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

test('a device may say what is no JSON', async () => {
  const world = await createFakeWorld();
  world.prepare = ({ resources }) =>
    resources.on('GET /light', { statusCode: 205, payload: new TextEncoder().encode('{on') });
  await act(async () => render(<Running page={pageOf('use-observe')} device={world.options} />));
  expect(await screen.findByText('The light is something that this page cannot read')).toBeDefined();
});

test('nobody is removed without a yes', async () => {
  const ask = vi.fn<(question: string) => boolean>().mockReturnValueOnce(false).mockReturnValue(true);
  vi.stubGlobal('confirm', ask);
  await show('use-users');
  fireEvent.click(await screen.findByText('Remove ben'));
  fireEvent.click(screen.getByText('Remove cleo'));
  await vi.waitFor(() => expect(screen.queryByText('Remove cleo')).toBeNull(), { timeout: 10_000 });
  expect(screen.getByText('Remove ben')).toBeDefined();
  expect(ask.mock.calls.flat().join()).toMatch(/ben.*cleo/u);
});

test('a removal that was not answered is told', async () => {
  vi.stubGlobal('confirm', () => true);
  const world = await createFakeWorld();
  const home = new Home();
  const asked = vi.fn<() => undefined>();
  world.prepare = (device) => {
    home.prepare(device);
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

test('what the device says is heard, also where effects run twice', async () => {
  await show('use-stream');
  fireEvent.change(await screen.findByLabelText('Say'), { target: { value: 'Is anybody there?' } });
  fireEvent.click(screen.getByText('Send'));
  await vi.waitFor(() => expect(screen.getByRole('log').textContent).toBe('Is anybody there?\n'), {
    timeout: 10_000,
  });
});
