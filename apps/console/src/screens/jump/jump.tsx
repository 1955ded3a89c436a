/** @module Jumping to any device or screen by keyboard. */

import { lazy, Suspense, useEffect, useState } from 'react';

const JumpDialog = lazy(async () => ({ default: (await import('./jump-dialog.tsx')).JumpDialog }));

/** Opens with Ctrl+K or ⌘K, and with "/" outside of a field; a terminal keeps its keys. */
export function Jump() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isJump(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <JumpDialog onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

function isJump({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || !(target instanceof Element)) return false;
  if (target.closest('dialog, .xterm') !== null) return false;
  if (key === '/') return !ctrlKey && !metaKey && target.closest('input, textarea, select') === null;
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey);
}
