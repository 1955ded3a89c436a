/** @module The header of the operator screens: location, signed-in operator, and sections. */

import { Button } from '@mantine/core';
import {
  IconActivity,
  IconArrowLeft,
  IconBox,
  IconKey,
  IconListDetails,
  IconPlugConnected,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { words } from '../../messages/service-messages.ts';
import type { Operator, OperatorSession } from '../../service/operator-session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
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

/** The header; without an operator only the back link. */
export function ServiceHead({
  session,
  me,
}: {
  readonly session: OperatorSession;
  readonly me: Operator | undefined;
}) {
  const navigate = useNavigate();
  return (
    <header className="lw-service-head">
      <div className="lw-service-bar">
        <IconButton label={words.back} onClick={() => void navigate({ to: '/' })}>
          <IconArrowLeft size={22} />
        </IconButton>
        <p className="lw-service-name">
          {words.title} <span className="lw-soft">{window.location.host}</span>
        </p>
        {me !== undefined && <SignedIn session={session} me={me} />}
      </div>
      {me !== undefined && (
        <nav className="lw-sections" aria-label={words.sections}>
          {SECTIONS.map(({ to, Icon, label }) => (
            <Link key={to} className="lw-section" to={to} activeOptions={{ exact: to === '/service' }}>
              <Icon size={18} aria-hidden="true" />
              {label}
            </Link>
          ))}
        </nav>
      )}
    </header>
  );
}

function SignedIn({ session, me }: { readonly session: OperatorSession; readonly me: Operator }) {
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
