// @vitest-environment happy-dom
/** @module A number or a text that is typed: what is wrong with it, and that it stays until the device has taken it. */
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Scalar } from '../../../controls/control.ts';
import { TypedField } from './typed-field.tsx';

afterEach(cleanup);

const SHAPE = { kind: 'number', unit: 'Cel', step: undefined } as const;

function setUp(shape: { readonly isInteger: boolean; readonly minimum?: number; readonly maximum?: number }) {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const put = vi.fn<(value: Scalar) => Promise<boolean>>(() => promise);
  render(
    <MantineProvider>
      <TypedField
        title="Set point"
        shape={{ ...SHAPE, minimum: undefined, maximum: undefined, ...shape }}
        value={19.5}
        isDisabled={false}
        onPut={put}
      />
    </MantineProvider>,
  );
  return { put, answer: async (isTaken: boolean) => await act(async () => resolve(isTaken)) };
}

const field = (): HTMLInputElement => screen.getByRole<HTMLInputElement>('textbox');

function type(text: string): void {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.click(screen.getByRole('button'));
}

test.each([
  ['warm', { isInteger: false }, 'A number, please.'],
  ['2.5', { isInteger: true }, 'A whole number, please.'],
  ['31', { isInteger: false, maximum: 30 }, 'At most 30°C.'],
  ['-1', { isInteger: false, minimum: 0 }, 'At least 0°C.'],
])('a typed %s that is not allowed says why, and is not sent', (text, shape, problem) => {
  const { put } = setUp(shape);
  type(text);
  expect(screen.getByText(problem)).toBeDefined();
  expect([field().value, put.mock.calls]).toEqual([text, []]);
});

test('what is typed stays if the device does not take it', async () => {
  const { put, answer } = setUp({ isInteger: false });
  type('21');
  await answer(false);
  expect([field().value, put.mock.calls]).toEqual(['21', [[21]]]);
});

test('the value of the device is shown once it has taken what was typed, unless more was typed meanwhile', async () => {
  const { answer } = setUp({ isInteger: false });
  type('21');
  fireEvent.change(field(), { target: { value: '22' } });
  await answer(true);
  expect(field().value).toBe('22');
  cleanup();
  const again = setUp({ isInteger: false });
  type('21');
  await again.answer(true);
  expect(field().value).toBe('19.5');
});
