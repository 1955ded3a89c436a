/** @module A modal dialog. */

import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import './modal.css';

/** The contents of the dialog. */
export interface ModalProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Closes the dialog; if omitted, it stays open until its action is done. */
  readonly onClose?: (() => void) | undefined;
}

/** A modal dialog; the browser traps the focus and restores it afterwards. */
export function Modal({ title, children, onClose }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Close before removal: only a dialog in the document restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="lw-dialog"
      aria-labelledby={id}
      // Browsers let a page refuse Escape only once without a click in between.
      closedby={onClose === undefined ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
