/** @module The frame of every screen: skip link, focus management, and notes. */

import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messages } from '../../messages/messages.ts';
import { restoreFocus } from './restore-focus.ts';
import { focusMain } from './screen-focus.ts';
import { UpdateNote } from './update-note.tsx';
import { useScreenFocus } from './use-screen-focus.ts';
import { useThemeColor } from './use-theme-color.ts';
import { focusInvalidFields } from './invalid-field.ts';
import './shell.css';

/** The frame of all screens. */
export function Shell() {
  useScreenFocus();
  useThemeColor();
  useEffect(() => restoreFocus(document), []);
  useEffect(() => focusInvalidFields(document), []);
  return (
    <>
      <button type="button" className="lw-skip" onClick={() => focusMain(document)}>
        {messages.common.skipToContent}
      </button>
      <Outlet />
      <UpdateNote />
    </>
  );
}
