/** @module A link to pass on: as a QR code and as text. */

import { Button, TextInput } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { linkWarning } from '../../../link/link-warning.ts';
import { messages } from '../../../messages/messages.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import { QueryLink } from '../../../ui/query-link.tsx';
import './link-card.css';

const words = messages.people;

/** A link and its explanation. */
export interface LinkCardProps {
  readonly title: string;
  readonly note: string;
  readonly link: string;
  /** A warning about the link for the person who passes it on. */
  readonly warning?: string | undefined;
  readonly onDone: () => void;
}

/** Scrolls to the top of the card, so that a phone shows the code and the buttons at once. */
function showFromStart(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'start' });
}

/** The QR code, buttons to copy and share the link, and the link itself folded. */
export function LinkCard({ title, note, link, warning, onDone }: LinkCardProps) {
  const share = async () => {
    try {
      await navigator.share({ title, url: link });
    } catch (error) {
      // Closing the system's share sheet rejects the promise; nothing was shared.
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const reachWarning = linkWarning(link);
  return (
    <section className="lw-link-card" data-testid="invitation" aria-label={title} ref={showFromStart}>
      <h3 tabIndex={-1} ref={focusOnMount}>
        {title}
      </h3>
      {[warning, reachWarning].map(
        (text) =>
          text !== undefined && (
            <p key={text} className="lw-people-warning">
              {text}
            </p>
          ),
      )}
      <QrCode text={link} label={words.qrLabel} />
      <div className="lw-link-card-text">
        <div className="lw-actions">
          <CopyButton text={link} label={words.copyLink} isMain />
          {'share' in navigator && (
            <Button
              variant="default"
              leftSection={<IconShare2 size={18} aria-hidden="true" />}
              onClick={() => void share()}
            >
              {words.share}
            </Button>
          )}
          <Button variant="default" className="lw-button-quiet" onClick={onDone}>
            {words.done}
          </Button>
        </div>
        <p>{note}</p>
        <details className="lw-more">
          <summary>{words.more}</summary>
          <TextInput
            label={words.link}
            value={link}
            readOnly
            classNames={{ input: 'lw-link-input' }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <QueryLink link={link} />
        </details>
      </div>
    </section>
  );
}
