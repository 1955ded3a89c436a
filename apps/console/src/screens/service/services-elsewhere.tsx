/** @module The operators' part in a console that no service serves: it is at each service's own address. */

import { consoleOf } from '../../service/console-address.ts';
import { words } from '../../messages/service-messages.ts';
import './sign-in-view.css';

/** Leads to the services' own consoles: the cookie of an operator's session goes nowhere else. */
export function ServicesElsewhere({ services }: { readonly services: readonly string[] }) {
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
