/** @module The operator screens; all of them need a session. */

import { Outlet } from '@tanstack/react-router';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { words } from '../../messages/service-messages.ts';
import { Api, type ApiProblem } from '../../service/api/api.ts';
import { useServices } from '../../services.tsx';
import { useTitle } from '../use-title.ts';
import { Waiting } from './data-table.tsx';
import { OperatorProvider } from './operator-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ServiceHead } from './service-head.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInView } from './sign-in-view.tsx';
import { consoleOf } from '../../link/service-address.ts';
import { preferences } from '../../settings/preferences.ts';
import { OperatorSession } from '../../service/operator-session.ts';
import './service-screen.css';
import './sign-in-view.css';

/** The operator screens, if a service serves this page. */
export function ServiceScreen() {
  useTitle(words.title);
  const { allowed } = useServices().serviceList;
  return allowed === undefined ? (
    <OwnService />
  ) : (
    <main className="lw-page lw-service">
      <ServiceAddresses services={allowed} />
    </main>
  );
}

/** Typed text survives the end of a session. */
function OwnService() {
  const [session] = useState(createOperatorSession);
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const [problem, setProblem] = useState<ApiProblem>();
  const begin = useCallback(() => void session.begin().then(setProblem), [session]);
  useEffect(begin, [begin]);
  const me = state.kind === 'in' || state.kind === 'expired' ? state.me : undefined;
  return (
    <div className="lw-page lw-service">
      <ServiceHead session={session} me={me} />
      <main>
        {state.kind === 'unknown' &&
          (problem === undefined ? <Waiting /> : <ProblemNote problem={problem} onAgain={begin} />)}
        {state.kind === 'out' && <SignInView session={session} />}
        {me !== undefined && (
          <OperatorProvider key={`${me.name} ${me.role}`} value={{ session, me }}>
            <Outlet />
          </OperatorProvider>
        )}
      </main>
      {state.kind === 'expired' && (
        <Modal title={words.signIn.expiredTitle}>
          <p className="lw-soft">{words.signIn.expiredLead}</p>
          <SignInForm session={session} name={state.me.name} />
        </Modal>
      )}
    </div>
  );
}

/** Links to the services' own consoles: an operator's session cookie is valid only there. */
function ServiceAddresses({ services }: { readonly services: readonly string[] }) {
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

/** Creates a session that has not been checked yet. */
function createOperatorSession(): OperatorSession {
  return new OperatorSession({
    api: new Api({ origin: window.location.origin }),
    mark: {
      get: () => preferences.get('operator') === 'yes',
      set: (isSignedIn) => preferences.set('operator', isSignedIn ? 'yes' : undefined),
    },
  });
}
