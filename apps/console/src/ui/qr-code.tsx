/** @module A text as a QR code. */

import { useMemo } from 'react';
import { drawQr } from '../people/qr-path.ts';
import './qr-code.css';

/** The code, dark on light in both schemes, as QR readers need it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { side, path } = useMemo(() => drawQr(text), [text]);
  return (
    <svg
      className="lw-qr"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would need a URL for each code
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
