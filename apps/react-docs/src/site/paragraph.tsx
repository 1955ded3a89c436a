/** @module Text with `code` in backticks. */

/** A paragraph. */
export function Paragraph({ text }: { readonly text: string }) {
  return (
    <p>
      {text.split('`').map((part, index) =>
        // Every second part is between two backticks; the order never changes.
        // oxlint-disable-next-line react/no-array-index-key
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )}
    </p>
  );
}
