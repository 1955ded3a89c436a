/** @module The list of pages; on a narrow screen it opens from a button. */
import { useState } from 'react';
import { idOf, PAGES } from './pages.tsx';

/** Links to all pages, by group. */
export function Contents({ current }: { readonly current: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const groups = Map.groupBy(PAGES, ({ group }) => group);
  return (
    <nav aria-label="Pages">
      <button className="menu" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Contents
      </button>
      <div className={isOpen ? 'open' : ''}>
        {[...groups].map(([group, pages]) => (
          <section key={group}>
            <h2>{group}</h2>
            <ul>
              {pages.map((page) => (
                <li key={page.file}>
                  <a
                    href={`#/${idOf(page)}`}
                    aria-current={idOf(page) === current ? 'page' : undefined}
                    onClick={() => setIsOpen(false)}
                  >
                    {page.title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
