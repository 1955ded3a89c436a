/** @module Sentences with `code` in them. */

/** A paragraph. */
export function Words({ text }: { readonly text: string }) {
  return (
    <p>
      {text.split('`').map((part, index) =>
        // Every second part stands between two backticks; none of them moves.
        // oxlint-disable-next-line react/no-array-index-key
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )}
    </p>
  );
}
