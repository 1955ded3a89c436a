/** @module A link for an existing page that reads its query: created on request, with a warning. */

import { useState } from 'react';
import { queryLinkOf } from '@longwire/client';
import { messages } from '../messages/messages.ts';
import { unlessInvalid } from '../unless-invalid.ts';
import { CopyButton } from './copy-button.tsx';
import { ExactField } from './exact-field.tsx';

const words = messages.people;

/** Asks for the address of the page, and shows the link once it is valid. */
export function QueryLink({ link }: { readonly link: string }) {
  const [page, setPage] = useState('');
  const query = linkAt(page.trim(), link);
  return (
    <details className="lw-more">
      <summary>{words.queryLink}</summary>
      <p className="lw-soft lw-note">{words.queryLinkWarning}</p>
      <ExactField
        label={words.queryPage}
        value={page}
        error={page !== '' && query === undefined ? words.queryPageWrong : undefined}
        onChange={setPage}
      />
      {query !== undefined && (
        <>
          <code className="lw-mono" data-testid="query-link">
            {query}
          </code>
          <div className="lw-actions">
            <CopyButton text={query} name={`${words.copyLink}: ${words.queryLink}`} />
          </div>
        </>
      )}
    </details>
  );
}

function linkAt(page: string, link: string): string | undefined {
  return /^https?:/iu.test(page) ? unlessInvalid(() => queryLinkOf(link, page)) : undefined;
}
