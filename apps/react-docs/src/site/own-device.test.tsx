// @vitest-environment happy-dom
/** @module The form for the reader's device: which links log in, and how a wrong link is reported. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { deviceOfLink } from '../examples/device-of-link.ts';
import { OwnDevice } from './own-device.tsx';

const LINK = 'https://longwire.example/#p=pr-1&d=de-1';

afterEach(cleanup);

test.each([
  ['with a user and a password it logs in', '&u=ann&pwd=horse', true],
  ['without a password it does not', '&u=ann', false],
  ['an invite is for pairing', '&u=ann&pwd=horse&i=1', false],
  ['so is the open password, whose user has no name', '&u=&pwd=horse', false],
  ['nor does one that says no user', '&pwd=horse', false],
])('%s', (_, rest, isLogin) => {
  expect('login' in deviceOfLink(LINK + rest)).toBe(isLogin);
});

test('a wrong link stays in the form, causes an error message, and can be corrected', () => {
  const onDevice = vi.fn<(device: unknown) => void>();
  render(<OwnDevice device={undefined} onDevice={onDevice} />);
  const field = screen.getByRole('textbox', { hidden: true });
  const form = field.closest('form') ?? field;
  fireEvent.change(field, { target: { value: 'https://longwire.example/#p=pr-1' } });
  fireEvent.submit(form);
  const alert = screen.getByRole('alert', { hidden: true });
  expect(alert.textContent).toContain('pairing link');
  expect(field).toHaveProperty('value', 'https://longwire.example/#p=pr-1');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.getAttribute('aria-describedby')).toBe(alert.id);
  fireEvent.change(field, { target: { value: LINK } });
  fireEvent.submit(form);
  expect(onDevice).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ deviceId: 'de-1' }));
  expect(field.getAttribute('aria-invalid')).toBe('false');
});
