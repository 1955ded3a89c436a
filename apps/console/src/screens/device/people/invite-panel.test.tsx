// @vitest-environment happy-dom
/** @module An invite that was made is shown until the person is done with it. */
import { MantineProvider } from '@mantine/core';
import type { IamClient } from '@longwire/client';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { messages } from '../../../messages/messages.ts';
import { UserDirectory } from '../../../people/user-directory.ts';
import { ServicesProvider, type Services } from '../../../services.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { PeopleProvider, type DevicePeople } from './people-context.tsx';

afterEach(cleanup);

const words = messages.people;

const services: Services = Object.assign(Object.create(null), {
  serviceList: { own: 'wss://home.example', page: 'https://home.example', allowed: undefined },
});

/** The people of a device that answers when the test says so. */
function setUp() {
  const { promise, resolve } = Promise.withResolvers<{ readonly Password: string }>();
  const iam: IamClient = Object.assign(Object.create(null), { createUser: () => promise });
  const directory = new UserDirectory(
    { state: { kind: 'recovering' }, iam, on: () => () => undefined },
    { all: () => [], note: () => undefined, forget: () => undefined },
  );
  const state = { ...directory.snapshot(), roles: { kind: 'value', value: ['Guest'] } };
  const people: DevicePeople = Object.assign(Object.create(null), {
    device: { productId: 'pr', deviceId: 'de', service: 'wss://home.example', sct: 'token' },
    people: [],
    state,
    iam,
    directory,
  });
  const open = () =>
    render(
      <MantineProvider>
        <ServicesProvider value={services}>
          <PeopleProvider value={people}>
            <InvitePanel />
          </PeopleProvider>
        </ServicesProvider>
      </MantineProvider>,
    );
  return { open, answer: async () => await act(async () => resolve({ Password: 'secret' })) };
}

const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

function invite(): void {
  press(words.invite);
  fireEvent.change(screen.getByLabelText(words.displayName), { target: { value: 'anna' } });
  press(words.makeInvite);
}

test('an invite is still shown after a visit to another tab, until the person is done', async () => {
  const { open, answer } = setUp();
  const tab = open();
  invite();
  await answer();
  expect(screen.getByText(words.inviteFor('anna'))).toBeDefined();
  tab.unmount();
  open();
  expect(screen.getByText(words.inviteFor('anna'))).toBeDefined();
  press(words.done);
  expect(screen.getByRole('button', { name: words.invite })).toBeDefined();
});

test('an invite that the device makes during a visit to another tab is shown afterwards', async () => {
  const { open, answer } = setUp();
  const tab = open();
  invite();
  tab.unmount();
  await answer();
  open();
  expect(screen.getByText(words.inviteFor('anna'))).toBeDefined();
});
