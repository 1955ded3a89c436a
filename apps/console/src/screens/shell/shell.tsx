/** @module The frame of every screen: skip link, focus management, and notes. */

import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { messages } from '../../messages/messages.ts';
import { Jump } from '../jump/jump.tsx';
import { restoreFocus } from './restore-focus.ts';
import { focusMain, focusScreen } from './screen-focus.ts';
import { UpdateNote } from './update-note.tsx';
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
      <Jump />
      <UpdateNote />
    </>
  );
}

/** Moves the focus with every navigation, except the first. */
function useScreenFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) focusScreen(document);
      }),
    [router],
  );
}

/** The background of each scheme; the page's head has the same values. */
const GROUNDS = { light: '#e9eeec', dark: '#0e1413' } as const;

/** Applies the chosen color scheme to the system's bars, which otherwise follow the system's scheme. */
function useThemeColor(): void {
  const scheme = useComputedColorScheme();
  useEffect(() => {
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.setAttribute('content', GROUNDS[scheme]);
    }
  }, [scheme]);
}
