/** @module The operator screens of a standalone console: links to each service's own address. */

import { consoleOf } from '../../service/console-address.ts';
import { words } from '../../messages/service-messages.ts';
import './sign-in-view.css';

/** Links to the services' own consoles: an operator's session cookie is valid only there. */
export function ServiceAddresses({ services }: { readonly services: readonly string[] }) {
  return (
    <section className="lw-sign-in">
      <h1>{words.title}</h1>
      <p>{words.signIn.onlyThere}</p>
      <ul>
        {services.map((service) => (
          <li key={service}>
            <a href={consoleOf(service)} rel="noreferrer">
              {new URL(service).host}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
