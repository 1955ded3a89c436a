/** @module Mantine's theme for the console; the colors themselves are in tokens.css. */

import {
  ActionIcon,
  Button,
  createTheme,
  NativeSelect,
  PasswordInput,
  Textarea,
  TextInput,
} from '@mantine/core';

/** Mantine's theme. Its CSS variables come from files, so the page needs no inline style elements. */
export const theme = createTheme({
  primaryColor: 'teal',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 44, variant: 'subtle', color: 'gray' } }),
    Button: Button.extend({ defaultProps: { size: 'md' } }),
    NativeSelect: NativeSelect.extend({ defaultProps: { size: 'md' } }),
    PasswordInput: PasswordInput.extend({ defaultProps: { size: 'md' } }),
    Textarea: Textarea.extend({ defaultProps: { size: 'md' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'md' } }),
  },
});
