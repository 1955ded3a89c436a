/** @module The browsers that the device recognizes as a user. */

import { messages } from '../../../messages/messages.ts';
import type { Browser, Person } from '../../../people/person.ts';
import { FingerprintText } from '../../../ui/fingerprint.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { usePeople } from './people-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { useChange } from './use-change.ts';
import './browser-list.css';

const words = messages.people;

/** Each browser with its fingerprint, and a button that removes it from the device. */
export function BrowserList({ person }: { readonly person: Person }) {
  const { browsers } = person;
  return (
    <section className="lw-browsers" aria-label={words.browsersOf(person.username)}>
      <h3>{words.browsers}</h3>
      {browsers.length === 0 && <p className="lw-soft">{words.noBrowsers}</p>}
      <ul>
        {browsers.map((browser) => (
          <BrowserRow key={browser.fingerprint} person={person} browser={browser} />
        ))}
      </ul>
    </section>
  );
}

function BrowserRow({ person, browser }: { readonly person: Person; readonly browser: Browser }) {
  const { iam, session } = usePeople();
  const change = useChange();
  const { fingerprint } = browser;
  const name = browser.name ?? words.unnamedBrowser;
  const remove = async () => {
    const removed = await change.make(() => iam.removeFingerprint(person.username, fingerprint));
    // The removed browser may be this one.
    if (removed !== undefined) await session.refreshUser();
  };
  return (
    <li className="lw-browser">
      <div>
        <span>{name}</span>
        <FingerprintText value={fingerprint} />
      </div>
      <ConfirmButton
        label={words.removeBrowser}
        name={words.removeBrowserNamed(name, fingerprint.slice(0, 8))}
        question={words.removeBrowserQuestion(name)}
        confirm={words.removeConfirm}
        isBusy={change.isBusy}
        onConfirm={() => void remove()}
      />
      <ProblemNote problem={change.problem} />
    </li>
  );
}
