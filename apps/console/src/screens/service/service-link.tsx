/** @module The quiet way to the operators' part. */

import { Link } from '@tanstack/react-router';
import { messages } from '../../messages/messages.ts';
import './service-link.css';

/** A link that is always there: whether there is a service at the page's own address is asked only by whoever follows it. */
export function ServiceLink() {
  return (
    <footer className="lw-service-link">
      <Link to="/service">{messages.devices.operators}</Link>
    </footer>
  );
}
