// @vitest-environment happy-dom
/** @module What is typed beside a pasted link. */
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { DeviceDetails } from '../../link/device-details.ts';
import { servedBy } from '../../link/service-list.ts';
import { messages } from '../../messages/messages.ts';
import { ServicesProvider, type Services } from '../../services.tsx';
import { LinkForm } from './link-form.tsx';

afterEach(cleanup);
// happy-dom has no fonts; the field waits for them to measure itself.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

const words = messages.add;

const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};

test('a name and a service that were typed beside one link are not used for the next', () => {
  const connected: DeviceDetails[] = [];
  // The form reads no other of them.
  const services: Services = Object.assign(Object.create(null), {
    serviceList: servedBy('https://console.example'),
  });
  render(
    <MantineProvider>
      <ServicesProvider value={services}>
        <LinkForm onConnect={(details) => connected.push(details)} onEdit={() => undefined} />
      </ServicesProvider>
    </MantineProvider>,
  );
  type(words.link, 'https://a.example/#p=pr-1&d=de-1&sct=token-of-a');
  type(words.name, 'Front door');
  type(words.service, 'wss://typed.example');
  type(words.link, 'https://b.example/#p=pr-2&d=de-2&sct=token-of-b');
  fireEvent.click(screen.getByRole('button', { name: words.submit }));
  expect(connected).toMatchObject([
    { deviceId: 'de-2', sct: 'token-of-b', service: 'wss://console.example', name: undefined },
  ]);
});
