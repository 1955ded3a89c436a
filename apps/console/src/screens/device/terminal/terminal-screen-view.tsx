/** @module The terminal's screen: all available space, above the phone's keyboard. */

import { useEffect, useRef } from 'react';
import { messages } from '../../../messages/messages.ts';
import type { TerminalStore } from '../../../terminal/terminal-store.ts';

/** A terminal, and the element that gets the focus when the person leaves it by keyboard. */
export interface TerminalScreenViewProps {
  readonly store: TerminalStore;
  /** The id of the hint that explains how to leave the terminal by keyboard. */
  readonly describedBy: string;
  readonly onLeave: () => void;
}

/** A terminal's screen, in the colors of the page. */
export function TerminalScreenView({ store, describedBy, onLeave }: TerminalScreenViewProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const hide = store.screen.show(element, describedBy);
    const unfollow = followKeyboard(element.parentElement ?? element);
    return () => {
      unfollow();
      hide();
    };
  }, [store, describedBy]);
  useEffect(() => store.setLeave(onLeave), [store, onLeave]);
  return <section ref={place} className="lw-terminal-screen" aria-label={messages.terminal.screen} />;
}

/** A phone's keyboard covers the page without shrinking it; the covered height becomes padding. */
function followKeyboard(element: HTMLElement): () => void {
  const { visualViewport } = window;
  if (visualViewport === null) return () => undefined;
  const follow = () => {
    const covered = element.getBoundingClientRect().bottom - visualViewport.offsetTop - visualViewport.height;
    // A zoomed page shows no keyboard.
    const isKeyboard = visualViewport.scale === 1 && covered > 1;
    element.style.setProperty('--lw-keyboard', isKeyboard ? `${Math.ceil(covered)}px` : '0px');
  };
  visualViewport.addEventListener('resize', follow);
  visualViewport.addEventListener('scroll', follow);
  return () => {
    visualViewport.removeEventListener('resize', follow);
    visualViewport.removeEventListener('scroll', follow);
  };
}
