/** @module Focuses the first invalid field after a form was submitted and rejected. */

/** Fields that are marked invalid; collapsed ones do not take the focus. */
const WRONG = '[aria-invalid="true"]';

/**
 * Watches every form of the page: the first invalid field gets the focus, whether it becomes invalid at once or after a
 * response. Does nothing if the person has moved on. Returns a function that stops it.
 */
export function focusInvalidFields(document: Document): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let sent: { readonly form: HTMLFormElement; readonly focused: Element | null } | undefined;
  const look = () => {
    const wrong = sent?.form.querySelector<HTMLElement>(WRONG);
    if (wrong === null || wrong === undefined) return;
    sent = undefined;
    wrong.focus();
  };
  const changes = new MutationObserver(look);
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (!(target instanceof HTMLFormElement)) return;
      sent = { form: target, focused: document.activeElement };
      // Runs after the form rendered again; a field that was already invalid and still is changes nothing.
      queueMicrotask(look);
    },
    { signal },
  );
  const handleActivity = ({ type, target }: Event) => {
    // A button that was disabled in the meantime gets the focus back.
    if (type !== 'focusin' || target !== sent?.focused) sent = undefined;
  };
  for (const type of ['focusin', 'input', 'pointerdown'])
    document.addEventListener(type, handleActivity, { signal });
  return () => {
    ended.abort();
    changes.disconnect();
  };
}
