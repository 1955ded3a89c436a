/** @module A new token's value, shown once, and the pairing link that contains it. */

import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { formatPairingLink, parseFingerprint } from '@longwire/client';
import { linkWarning } from '../../link/link-warning.ts';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf } from '../../service/api/api.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { QueryLink } from '../../ui/query-link.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { TokenDevice } from './token.ts';

const texts = words.token;

/** A new token with its value. */
export type Issued = AnswerOf<'POST /products/{productId}/tokens'>;

/** The token's product and device. */
export interface IssuedTokenProps {
  readonly issued: Issued;
  readonly productId: string;
  readonly device: TokenDevice | undefined;
  readonly onClose: () => void;
}

/** The value; only the button that confirms it was saved closes the dialog. */
export function IssuedToken({ issued, productId, device, onClose }: IssuedTokenProps) {
  const link = useMemo(() => linkOf(issued.value, productId, device), [issued, productId, device]);
  const reachWarning = link === undefined ? undefined : linkWarning(link);
  return (
    <Modal title={texts.madeTitle}>
      <p>{texts.once}</p>
      <ShownOnce label={texts.value} text={issued.value} />
      {link !== undefined && (
        <>
          <ShownOnce label={texts.pairing} text={link} />
          <p className="lw-soft lw-note">{texts.pairingHint}</p>
          {reachWarning !== undefined && <p className="lw-once-warning">{reachWarning}</p>}
          <QrCode text={link} label={texts.code} />
          <QueryLink link={link} />
        </>
      )}
      <div className="lw-actions lw-dialog-actions">
        <Button onClick={onClose}>{texts.done}</Button>
      </div>
    </Modal>
  );
}

/** A labeled secret with a copy button. */
export function ShownOnce({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="lw-once">
      <p className="lw-once-label">{label}</p>
      <code className="lw-mono" data-testid={label}>
        {text}
      </code>
      <div className="lw-actions">
        <CopyButton text={text} name={`${texts.copy}: ${label}`} />
      </div>
    </div>
  );
}

function linkOf(sct: string, productId: string, device: TokenDevice | undefined): string | undefined {
  if (device === undefined) return undefined;
  const { deviceId, fingerprint } = device;
  const base = `${window.location.origin}${window.location.pathname}`;
  return formatPairingLink(base, {
    productId,
    deviceId,
    sct,
    ...(fingerprint === undefined ? {} : { fingerprint: parseFingerprint(fingerprint) }),
  });
}
