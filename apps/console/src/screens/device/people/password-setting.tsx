/** @module Sets a user's password: typed, or generated and shown once. */

import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { messages } from '../../../messages/messages.ts';
import { newPasswordProblem } from '../../../people/field-check.ts';
import { newPassword } from '../../../people/invite.ts';
import type { Person } from '../../../people/person.ts';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { usePeople } from './people-context.tsx';
import { FormActions } from './form-actions.tsx';
import { ProblemNote } from './problem-note.tsx';
import { SecretOnce } from './secret-once.tsx';
import { useChange } from './use-change.ts';
import './setting.css';

const words = messages.people;

type View =
  | { readonly kind: 'closed'; readonly wasOpen: boolean }
  | {
      readonly kind: 'form';
      readonly text: string;
      readonly isVisible: boolean;
      readonly isSubmitted: boolean;
    }
  | { readonly kind: 'shown'; readonly password: string };

const EMPTY: View = { kind: 'form', text: '', isVisible: false, isSubmitted: false };

/** A button that becomes a form, and then shows the password if it was generated here. */
export function PasswordSetting({ person }: { readonly person: Person }) {
  const { iam, self, session } = usePeople();
  const change = useChange();
  const [view, setView] = useState<View>({ kind: 'closed', wasOpen: false });
  const isOwn = person.username === self?.username;
  if (view.kind === 'shown') {
    return <SecretOnce password={view.password} onDone={() => setView({ kind: 'closed', wasOpen: true })} />;
  }
  if (view.kind === 'closed') {
    return (
      <div className="lw-setting">
        <span className="lw-setting-label">{words.password}</span>
        <span className="lw-setting-value lw-soft">
          {change.state.kind === 'done' ? words.passwordSet : words.passwordHidden}
        </span>
        <Button
          variant="default"
          className="lw-button-quiet"
          ref={view.wasOpen ? focusOnMount : null}
          aria-label={words.changeOf(words.password)}
          onClick={() => setView(EMPTY)}
        >
          {words.change}
        </Button>
      </div>
    );
  }
  const error = newPasswordProblem(view.text, words.check);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setView({ ...view, isSubmitted: true });
    if (error !== undefined) return;
    const { username } = person;
    const { text: password, isVisible } = view;
    if ((await change.make(() => iam.setPassword(username, password))) === undefined) return;
    // The next connection logs in with it, unless the device recognizes this browser by its certificate.
    if (isOwn) session.setCredentials({ username, password }, { fromLink: false, isOther: false });
    setView(isVisible ? { kind: 'shown', password } : { kind: 'closed', wasOpen: true });
  };
  return (
    <form className="lw-setting-form" onSubmit={(event) => void submit(event)} noValidate>
      <PasswordField
        ref={focusOnMount}
        label={words.newPassword}
        description={isOwn ? words.ownPasswordHint : words.otherPasswordHint}
        value={view.text}
        error={view.isSubmitted ? error : undefined}
        autoComplete="new-password"
        visible={view.isVisible}
        onVisibilityChange={(isVisible) => setView({ ...view, isVisible })}
        onChange={(text) => setView({ ...view, text })}
      />
      <ProblemNote problem={change.problem} />
      <FormActions
        submit={words.setPassword}
        isBusy={change.isBusy}
        onCancel={() => setView({ kind: 'closed', wasOpen: true })}
      >
        <Button
          variant="default"
          disabled={change.isBusy}
          onClick={() => setView({ ...view, text: newPassword(), isVisible: true })}
        >
          {words.generate}
        </Button>
      </FormActions>
    </form>
  );
}
