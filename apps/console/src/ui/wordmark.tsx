/** @module The product's name and logo: a long wire between two masts. */

import { messages } from '../messages/messages.ts';
import './wordmark.css';

/** The name with its logo. */
export function Wordmark() {
  return (
    <span className="lw-wordmark">
      <svg viewBox="0 0 34 20" width="34" height="20" aria-hidden="true">
        <path className="lw-wordmark-mast" d="M3 4v14M31 4v14" />
        <path className="lw-wordmark-wire" d="M3 4.5q14 12 28 0" />
      </svg>
      {messages.product}
    </span>
  );
}
