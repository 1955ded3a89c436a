/** @module Shows the source file of an example. */
import { useState } from 'react';
import { colour } from './colour.ts';

const SOURCES = import.meta.glob<string>('../examples/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The text of a file in `src/examples`. @throws Error if there is no such file */
export function sourceOf(file: string): string {
  const source = SOURCES[`../examples/${file}`];
  if (source === undefined) throw new Error(`src/examples has no file ${file}`);
  return source;
}

/** Shows a file with a copy button. */
export function Source({ file }: { readonly file: string }) {
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const source = sourceOf(file);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(source).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    );
  };
  return (
    <figure className="source">
      <figcaption>
        <span>{file}</span>
        <button onClick={() => void copy()}>Copy</button>
        <output>
          {copied === 'yes' && 'copied'}
          {copied === 'no' && 'not allowed by the browser'}
        </output>
      </figcaption>
      {/* Focusable, so that wide content can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section tabIndex={0} aria-label={`Source of ${file}`}>
        <pre>
          {colour(source).map(({ kind, text }, index) =>
            kind === 'plain' ? (
              text
            ) : (
              // A source does not change.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} className={kind}>
                {text}
              </span>
            ),
          )}
        </pre>
      </section>
    </figure>
  );
}
