/** @module The contents of a link, with its secrets masked. */

import type { ReactNode } from 'react';
import type { PairingLink } from '@longwire/client';
import { MASK } from '../../link/mask.ts';
import { messages } from '../../messages/messages.ts';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { FingerprintText } from '../../ui/fingerprint.tsx';

const words = messages.add;

/** A parsed link. */
export interface LinkContentsProps {
  readonly link: PairingLink;
  /** The address of the service that it leads to. */
  readonly service: string;
  /** The link came from a scanned code, so its contents get the focus. */
  readonly isNews: boolean;
}

/** A list of what the link holds. */
export function LinkContents({ link, service, isNews }: LinkContentsProps) {
  const { productId, deviceId, username, password, sct, fingerprint, isInvite } = link;
  return (
    <section className="lw-surface lw-holds" data-testid="link-contents" aria-label={words.holds}>
      <h2 tabIndex={-1} ref={isNews ? focusOnMount : null}>
        {words.holds}
      </h2>
      <dl>
        <Row term={words.device} value={deviceId} />
        <Row term={words.user} value={username === '' ? words.openUser : username} />
        <Row term={words.service} value={service} />
      </dl>
      <details className="lw-more">
        <summary>{words.holdsMore}</summary>
        <dl>
          <Row term={words.product} value={productId} />
          <Row term={words.password} value={password === undefined ? undefined : MASK} />
          <Row term={words.token} value={sct === undefined ? undefined : MASK} />
          <Row
            term={words.fingerprint}
            value={fingerprint === undefined ? undefined : <FingerprintText value={fingerprint} />}
          />
        </dl>
      </details>
      {isInvite === true && <p>{words.isInvite}</p>}
      <p className="lw-soft">{words.holdsNothingElse}</p>
    </section>
  );
}

function Row({ term, value }: { readonly term: string; readonly value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value ?? <span className="lw-soft">{words.none}</span>}</dd>
    </div>
  );
}
