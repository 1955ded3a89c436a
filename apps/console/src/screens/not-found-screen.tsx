/** @module Shown for an unknown address. */

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { messages } from '../messages/messages.ts';

/** The message, with a link back. */
export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <main className="lw-page lw-page-narrow">
      <h1>{messages.notFound.title}</h1>
      <Button mt={20} onClick={() => void navigate({ to: '/' })}>
        {messages.notFound.back}
      </Button>
    </main>
  );
}
