/** @module The header of the operator screens: location, signed-in operator, and sections. */

import { Button } from '@mantine/core';
import {
  IconActivity,
  IconBox,
  IconChevronDown,
  IconKey,
  IconListDetails,
  IconPlugConnected,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { Operator, OperatorSession } from '../../service/operator-session.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { useFlyout } from '../../ui/use-flyout.ts';
import { ProblemNote } from './problem-note.tsx';
import { useAction } from './use-loaded.ts';
import './service-head.css';

const SECTIONS = [
  { to: '/service', Icon: IconActivity, label: words.overview },
  { to: '/service/products', Icon: IconBox, label: words.products },
  { to: '/service/tokens', Icon: IconKey, label: words.tokens },
  { to: '/service/online', Icon: IconPlugConnected, label: words.online },
  { to: '/service/audit', Icon: IconListDetails, label: words.audit },
  { to: '/service/operators', Icon: IconUsers, label: words.operators },
] as const;

/** What the header shows. */
export interface ServiceHeadProps {
  readonly session: OperatorSession;
  /** Without an operator there is only the back link. */
  readonly me: Operator | undefined;
}

/** One row on a phone, where a button opens the sections; two rows otherwise. */
export function ServiceHead({ session, me }: ServiceHeadProps) {
  return (
    <header className="lw-service-head">
      <BackButton label={words.back} />
      <p className="lw-service-name">
        {words.title} <span className="lw-soft">{window.location.host}</span>
      </p>
      {me !== undefined && <Menu session={session} me={me} />}
    </header>
  );
}

interface SignedInProps extends ServiceHeadProps {
  readonly me: Operator;
}

function Menu({ session, me }: SignedInProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const { isOpen, toggle, close, place } = useFlyout<HTMLDivElement>(opener);
  const { pathname } = useLocation();
  const here = SECTIONS.findLast(({ to }) => pathname.startsWith(to));
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="lw-service-opener"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {here?.label}
        <IconChevronDown size={18} aria-hidden="true" />
      </button>
      <div ref={place} className={isOpen ? 'lw-service-menu lw-service-menu-open' : 'lw-service-menu'}>
        <nav className="lw-sections" aria-label={words.sections}>
          {SECTIONS.map(({ to, Icon, label }) => (
            <Link
              key={to}
              className="lw-section"
              to={to}
              activeOptions={{ exact: to === '/service' }}
              onClick={() => {
                if (isOpen) close();
              }}
            >
              <Icon size={18} aria-hidden="true" />
              {label}
            </Link>
          ))}
        </nav>
        <SignedIn session={session} me={me} />
      </div>
    </>
  );
}

function SignedIn({ session, me }: SignedInProps) {
  const leaving = useAction();
  const leave = () =>
    leaving.run(
      async () => {
        const problem = await session.signOut();
        return problem === undefined ? { isDone: true, value: null } : { isDone: false, problem };
      },
      () => undefined,
    );
  return (
    <div className="lw-service-me">
      <span data-testid="operator">
        {me.name} <span className="lw-soft">{words.roles[me.role]}</span>
      </span>
      <Button variant="default" size="sm" loading={leaving.isBusy} onClick={leave}>
        {words.signIn.out}
      </Button>
      <ProblemNote problem={leaving.problem} />
    </div>
  );
}
