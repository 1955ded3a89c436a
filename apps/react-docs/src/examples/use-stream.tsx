/** @module A conversation with the echo service on port 7 of the device. */
import type { DataStream } from '@longwire/client';
import { useStream } from '@longwire/react';
import { useEffect, useState } from 'react';

export function Conversation() {
  const { state, reopen } = useStream(7);
  if (state.kind === 'opening') return <p>Opening …</p>;
  if (state.kind === 'open') return <Talk stream={state.stream} />;
  return <button onClick={reopen}>{state.error?.code ?? 'Ended'}: open again</button>;
}

function Talk({ stream }: { stream: DataStream }) {
  const [received, setReceived] = useState('');
  useEffect(() => {
    const reader = stream.readable.getReader();
    const decoder = new TextDecoder();
    const read = async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const part = decoder.decode(value, { stream: true });
        setReceived((before) => before + part);
      }
    };
    // The state has the reason of the end; releasing the lock stops this reader.
    read().catch(() => undefined);
    return () => reader.releaseLock();
  }, [stream]);
  const say = (form: FormData) => {
    const words = form.get('words');
    if (typeof words !== 'string') return;
    const writer = stream.writable.getWriter();
    writer.write(new TextEncoder().encode(`${words}\n`)).catch(() => undefined);
    writer.releaseLock();
  };
  return (
    <form action={say}>
      <label>
        Say <input name="words" required autoComplete="off" />
      </label>
      <button>Send</button>
      <pre role="log">{received}</pre>
    </form>
  );
}
