/** @module A token's value, shown this once, and the link that opens the device with it. */

import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { drawQr } from '../../people/qr-path.ts';
import { formatPairingLink, parseFingerprint } from '../../wire.ts';
import type { Issued } from './make-token.tsx';
import { ServiceDialog } from './service-dialog.tsx';
import type { TokenDevice } from './token-list.tsx';

const texts = words.token;

/** Whose token it is. */
export interface IssuedTokenProps {
  readonly issued: Issued;
  readonly productId: string;
  readonly device: TokenDevice | undefined;
  readonly onClose: () => void;
}

/** The value; it closes only by the button that says it was kept. */
export function IssuedToken({ issued, productId, device, onClose }: IssuedTokenProps) {
  const link = useMemo(() => linkOf(issued.value, productId, device), [issued, productId, device]);
  return (
    <ServiceDialog title={texts.madeTitle}>
      <p>{texts.once}</p>
      <ShownOnce label={texts.value} text={issued.value} />
      {link !== undefined && (
        <>
          <ShownOnce label={texts.pairing} text={link} />
          <p className="lw-soft lw-note">{texts.pairingHint}</p>
          <LinkCode link={link} />
        </>
      )}
      <div className="lw-actions lw-dialog-actions">
        <Button onClick={onClose}>{texts.done}</Button>
      </div>
    </ServiceDialog>
  );
}

/** A secret with its name and a button that copies it. */
export function ShownOnce({ label, text }: { readonly label: string; readonly text: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(texts.copied);
    } catch (error) {
      // there is no clipboard where the page came without https, and it may be denied
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      setOutcome(texts.copyFailed);
    }
  };
  return (
    <div className="lw-once">
      <p className="lw-once-label">{label}</p>
      <code className="lw-mono" data-testid={label}>
        {text}
      </code>
      <div className="lw-actions">
        <Button
          variant="default"
          size="sm"
          aria-label={`${texts.copy}: ${label}`}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
        <output className="lw-soft">{outcome}</output>
      </div>
    </div>
  );
}

function LinkCode({ link }: { readonly link: string }) {
  const { side, path } = useMemo(() => drawQr(link), [link]);
  return (
    <svg
      className="lw-service-qr"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would need an address of its own for each code
      role="img"
      aria-label={texts.code}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
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
