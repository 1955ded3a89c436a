/** @module A text as a QR code. */

import { useMemo } from 'react';
import { encodeQR } from 'qr';
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

/** A drawn code: its side in modules, with the quiet zone, and the path of the dark ones. */
interface QrDrawing {
  readonly side: number;
  readonly path: string;
}

/** Light modules around the code; readers need four. */
const QUIET_ZONE = 4;

/** Draws a text. */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE, ecc: 'medium' });
  const path = rows.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return { side: rows.length, path: path.join('') };
}

/** The dark runs of a row: start and length of each. */
function runsOf(row: readonly boolean[]): readonly (readonly [x: number, length: number])[] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last !== undefined && row[x - 1] === true) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
