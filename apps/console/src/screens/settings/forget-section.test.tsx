// @vitest-environment happy-dom
/** @module Forgetting everything, and then leaving the page. */
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { messages } from '../../messages/messages.ts';
import { ServicesProvider, type Services } from '../../services.tsx';
import { ForgetSection } from './forget-section.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const words = messages.settings;

const NO_DEVICES = [] as const;

test('the page is left only once the push subscription has ended', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const leave = vi.spyOn(window.location, 'replace').mockReturnValue();
  const { promise, resolve } = Promise.withResolvers<void>();
  const pushEnded = vi.fn<() => Promise<void>>(() => promise);
  // The section reads no more of them without a device.
  const services: Services = Object.assign(Object.create(null), {
    library: { subscribe: () => () => undefined, snapshot: () => NO_DEVICES },
    storedPages: { forget: async () => 0 },
    pushEnded,
  });
  render(
    <MantineProvider>
      <ServicesProvider value={services}>
        <ForgetSection />
      </ServicesProvider>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: words.forget }));
  fireEvent.click(screen.getByRole('button', { name: words.forgetConfirm }));
  await expect.poll(() => pushEnded.mock.calls.length).toBe(1);
  expect(leave).not.toHaveBeenCalled();
  resolve();
  await expect.poll(() => leave.mock.calls).toEqual([['./']]);
});
