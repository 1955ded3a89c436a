/** @module A stream's port, typed in. */

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messages } from '../../../messages/messages.ts';

const words = messages.web;

/** The largest port of a stream. */
const MAX_PORT = 0xff_ff_ff_ff;

/** The usual port of a web server. */
const USUAL_PORT = '80';

/** Props of the form. */
export interface PortFormProps {
  readonly onOpen: (port: number) => void;
}

/** Asks for a port. */
export function PortForm({ onOpen }: PortFormProps) {
  const [text, setText] = useState(USUAL_PORT);
  const [isWrong, setIsWrong] = useState(false);
  return (
    <form
      className="lw-web-port"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const port = /^\d{1,10}$/u.test(text.trim()) ? Number(text) : 0;
        const isGood = port >= 1 && port <= MAX_PORT;
        setIsWrong(!isGood);
        if (isGood) onOpen(port);
      }}
    >
      <TextInput
        label={words.port}
        description={words.portHint}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isWrong ? words.portWrong : undefined}
      />
      <Button type="submit">{words.open}</Button>
    </form>
  );
}
