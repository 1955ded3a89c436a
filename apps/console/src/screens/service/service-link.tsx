/** @module An unobtrusive link to the operator screens. */

import { Link } from '@tanstack/react-router';
import { messages } from '../../messages/messages.ts';
import './service-link.css';

/** Always shown: whether the page's own address has a service is only checked once the link is followed. */
export function ServiceLink() {
  return (
    <footer className="lw-service-link">
      <Link to="/service">{messages.devices.operators}</Link>
    </footer>
  );
}
