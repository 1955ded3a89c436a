/** @module Selects the stream for the terminal. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ListedStream } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import { firstStream, readPort, type StreamList } from '../../../streams/stream-list.ts';
import type { LineKind, LineTarget } from '../../../terminal/line-state.ts';

const words = messages.terminal;
const OTHER = 'other';
const KINDS = ['plain', 'shell'] as const;

/** The streams, and the callback for a choice. */
export interface StreamChoiceProps {
  readonly list: StreamList | undefined;
  /** The stream that is open or opening. */
  readonly running: LineTarget | undefined;
  readonly onOpen: (target: LineTarget) => void;
  readonly onClose: () => void;
}

/** The streams the device lists, or any port. */
export function StreamChoice({ list, running, onOpen, onClose }: StreamChoiceProps) {
  const services = list?.kind === 'listed' ? list.services : [];
  const [chosen, setChosen] = useState<string>();
  const [port, setPort] = useState('');
  const [kind, setKind] = useState<LineKind>('plain');
  const [isChecked, setIsChecked] = useState(false);
  const isClosed = useRef(false);
  const fallback = firstStream(services) ?? services[0];
  const value = chosen ?? (fallback === undefined ? OTHER : String(fallback.port));
  const service = services.find((known) => String(known.port) === value);
  const typed = readPort(port);
  const open = () => {
    setIsChecked(true);
    if (service !== undefined) onOpen(targetOf(service));
    else if (typed !== undefined) onOpen({ port: typed, kind });
  };
  if (running !== undefined) {
    const { name = words.otherPort } = services.find((known) => known.port === running.port) ?? {};
    return (
      <div className="lw-terminal-choice">
        <p className="lw-terminal-name">{words.service(name, running.port)}</p>
        <Button
          variant="default"
          onClick={() => {
            isClosed.current = true;
            onClose();
          }}
        >
          {words.close}
        </Button>
      </div>
    );
  }
  return (
    <form
      className="lw-terminal-choice"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <NativeSelect
        label={words.stream}
        value={service === undefined ? OTHER : value}
        data={[
          ...services.map((known) => ({
            value: String(known.port),
            label: words.service(known.name, known.port),
          })),
          { value: OTHER, label: words.otherPort },
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {service === undefined && (
        <>
          <TextInput
            label={words.port}
            inputMode="numeric"
            autoComplete="off"
            value={port}
            error={isChecked && typed === undefined ? words.portWrong : undefined}
            onChange={(event) => setPort(event.currentTarget.value)}
          />
          <NativeSelect
            label={words.kind}
            value={kind}
            data={KINDS.map((known) => ({ value: known, label: words.kinds[known] }))}
            onChange={(event) => setKind(event.currentTarget.value === 'shell' ? 'shell' : 'plain')}
          />
        </>
      )}
      <Button
        type="submit"
        ref={(button) => {
          // It replaces the button that was pressed.
          if (isClosed.current) button?.focus();
          isClosed.current = false;
        }}
      >
        {words.open}
      </Button>
    </form>
  );
}

function targetOf({ port, service }: ListedStream): LineTarget {
  return { port, kind: service === 'shell' ? 'shell' : 'plain' };
}
