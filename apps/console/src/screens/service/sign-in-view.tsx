/** @module The screen of a signed-out operator: the form, and a link to other services. */

import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { OperatorSession } from '../../service/operator-session.ts';
import { consoleOf } from '../../link/service-address.ts';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in-view.css';

const texts = words.signIn;

/** Asks for user name and password. */
export function SignInView({ session }: { readonly session: OperatorSession }) {
  return (
    <section className="lw-sign-in">
      <h1>{texts.title}</h1>
      <p className="lw-soft">{texts.lead}</p>
      <SignInForm session={session} />
      <OtherService />
    </section>
  );
}

function OtherService() {
  const [address, setAddress] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const url = consoleOf(address);
    setIsWrong(url === undefined);
    if (url !== undefined) window.location.assign(url);
  };
  return (
    <details className="lw-more">
      <summary>{texts.elsewhere}</summary>
      <form className="lw-form" onSubmit={open} noValidate aria-label={texts.elsewhere}>
        <p className="lw-soft">{texts.elsewhereHint}</p>
        <TextInput
          label={texts.address}
          type="url"
          placeholder="https://"
          value={address}
          error={isWrong ? texts.addressWrong : undefined}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <div className="lw-actions">
          <Button type="submit" variant="default">
            {texts.open}
          </Button>
        </div>
      </form>
    </details>
  );
}
