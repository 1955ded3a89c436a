/** @module The source of an example, as it stands in its file. */
import { useState } from 'react';
import { colour } from './colour.ts';

const SOURCES = import.meta.glob<string>('../examples/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The text of a file of `src/examples`. @throws Error where there is none */
export function sourceOf(file: string): string {
  const source = SOURCES[`../examples/${file}`];
  if (source === undefined) throw new Error(`a file of src/examples expected, got ${file}`);
  return source;
}

/** Shows a file, and copies it. */
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
      {/* What is wider than its box is scrolled by keyboard too. */}
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
