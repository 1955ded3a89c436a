// @vitest-environment happy-dom
/** @module An invalid link causes an error message and stays in its field. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Page } from './page.tsx';

afterEach(cleanup);

const LINKS = [
  ['no device', 'https://camera.example/#u=ann'],
  ['no fingerprint', 'https://camera.example/#p=pr-a&d=de-b&fp=zz'],
  ['no address', 'https://#p=pr-a&d=de-b'],
] as const;

test.each(LINKS)('the page rejects a link with %s', async (_title, link) => {
  const { container } = render(<Page />);
  const field = screen.getByLabelText(/The device’s link/u);
  fireEvent.change(field, { target: { value: link } });
  fireEvent.submit(screen.getByText('Open'));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(field).toHaveProperty('value', link);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(container.querySelector('video')).toBeNull();
});
