/** @module The drawing of what is empty: a wire between two masts, with nothing on it. */

import './wire-drawing.css';

/** Small; the screen of the devices has it large. */
export function WireDrawing() {
  return (
    <svg className="lw-drawing" viewBox="0 0 600 150" aria-hidden="true" preserveAspectRatio="none">
      <path d="M20 20v120M580 20v120" />
      <path className="lw-drawing-wire" d="M20 24q280 130 560 0" />
    </svg>
  );
}
