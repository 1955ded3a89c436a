/** @module Takes the keyboard to the first field that is wrong, when a form was sent and not taken. */

/** The fields that say so themselves; what is folded away does not take the focus. */
const WRONG = '[aria-invalid="true"]';

/**
 * Follows every form of the page: the first wrong field gets the focus, be it wrong at once or once there is an answer.
 * A person who goes on with something else meanwhile is left alone. The answer ends it.
 */
export function focusWrongFields(document: Document): () => void {
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
      // Once the form has been drawn anew: what was wrong before, and is still, changes nothing.
      queueMicrotask(look);
    },
    { signal },
  );
  const goOn = ({ type, target }: Event) => {
    // A button that was disabled meanwhile gets the focus back.
    if (type !== 'focusin' || target !== sent?.focused) sent = undefined;
  };
  for (const type of ['focusin', 'input', 'pointerdown']) document.addEventListener(type, goOn, { signal });
  signal.addEventListener('abort', () => changes.disconnect());
  return () => ended.abort();
}
