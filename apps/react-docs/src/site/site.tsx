/** @module The site: its contents and the page selected by the address. */

import type { SessionOptions } from '@longwire/client';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Source } from '../source/source.tsx';
import { Contents } from './contents.tsx';
import { OwnDevice } from './own-device.tsx';
import { idOf, PAGES, type DocPage } from './pages.tsx';
import { Running } from './running.tsx';

const [FIRST] = PAGES;

/** The whole site. */
export function Site() {
  const [device, setDevice] = useState<SessionOptions>();
  const address = usePageId();
  const page = PAGES.find((candidate) => idOf(candidate) === address) ?? FIRST;
  const id = page === undefined ? '' : idOf(page);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    // The followed link may be hidden with the contents: without focus on the page, keyboard and screen reader users would lose their place.
    main.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <>
      <button className="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <header>
        <p>
          <b>@longwire/react</b> a device in a few lines of React
        </p>
      </header>
      <div className="columns">
        <Contents current={id} />
        <main ref={main} tabIndex={-1}>
          {page !== undefined && <Page key={page.file} page={page} device={device} />}
          <OwnDevice device={device} onDevice={setDevice} />
        </main>
      </div>
    </>
  );
}

function Page({ page, device }: { readonly page: DocPage; readonly device: SessionOptions | undefined }) {
  const { title, file, about, notes } = page;
  useEffect(() => {
    document.title = `${title} · @longwire/react`;
    scrollTo(0, 0);
  }, [title]);
  return (
    <article>
      <h1>{title}</h1>
      <Paragraph text={about} />
      <div className="beside">
        <Running page={page} device={device} />
        <Source file={file} />
      </div>
      {notes.map((note) => (
        <Paragraph key={note} text={note} />
      ))}
    </article>
  );
}

const PREFIX = '#/';

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The id behind `#/`; empty for the first page. */
function usePageId(): string {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : '';
}

/** A paragraph. */
function Paragraph({ text }: { readonly text: string }) {
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
