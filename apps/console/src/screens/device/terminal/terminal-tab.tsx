/** @module The Terminal tab. */

import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { Session } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import { hasScreen } from '../../../terminal/line-state.ts';
import { firstStream, loadStreams, type StreamList } from '../../../streams/stream-list.ts';
import { OneForEach } from '../../../one-for-each.ts';
import { terminals, type TerminalStore } from '../../../terminal/terminal-store.ts';
import { useLiveDevice } from '../device-context.tsx';
import { ExtraKeyRow } from './extra-key-row.tsx';
import { LineNote } from './line-note.tsx';
import { TerminalScreenView } from './terminal-screen-view.tsx';
import { StreamChoice } from './stream-choice.tsx';
import { TerminalTools } from './terminal-tools.tsx';
import './terminal-tab.css';

const words = messages.terminal;

/** The terminal keeps running while another tab is shown; it ends with its connection. */
export function TerminalTab() {
  const { session } = useLiveDevice().state;
  // Each session of the device has its own terminal.
  return <SessionTerminal key={ids.of(session)} session={session} store={terminals.of(session)} />;
}

interface SessionTerminalProps {
  readonly session: Session;
  readonly store: TerminalStore;
}

function SessionTerminal({ session, store }: SessionTerminalProps) {
  const view = useSyncExternalStore(store.subscribe, store.snapshot);
  const { list, askAgain } = useStreamList(session, store);
  const bar = useRef<HTMLDivElement>(null);
  const hint = useId();
  const { line } = view;
  return (
    <div className="lw-terminal" data-testid="terminal" data-state={line.kind}>
      <h2 className="lw-hidden">{words.title}</h2>
      <div className="lw-terminal-bar" ref={bar}>
        <StreamChoice
          list={list}
          running={line.kind === 'open' || line.kind === 'opening' ? line.target : undefined}
          onOpen={(target) => {
            store.open(session, target);
            store.screen.focus();
          }}
          onClose={() => store.hangUp()}
        />
        {hasScreen(line) && <TerminalTools store={store} view={view} />}
      </div>
      <LineNote
        line={line}
        list={list}
        onAgain={() => {
          if (line.kind !== 'ended') return;
          store.open(session, line.target);
          store.screen.focus();
        }}
        onAskAgain={askAgain}
      />
      {hasScreen(line) && (
        <>
          <TerminalScreenView
            store={store}
            describedBy={hint}
            onLeave={() => bar.current?.querySelector('button')?.focus()}
          />
          <ExtraKeyRow store={store} isControl={view.isControl} />
          <p id={hint} className="lw-terminal-hint lw-soft">
            {words.leaveHint}
          </p>
        </>
      )}
    </div>
  );
}

interface AskedStreams {
  readonly list: StreamList | undefined;
  readonly askAgain: () => void;
}

/** Requests the device's streams when the tab opens and after another user logs in; opens a shell right away. */
function useStreamList(session: Session, store: TerminalStore): AskedStreams {
  const [list, setList] = useState<StreamList>();
  const load = useRef<() => Promise<void>>(undefined);
  useEffect(() => {
    const ended = new AbortController();
    load.current = async () => {
      const loaded = await loadStreams(session.streams, ended.signal);
      if (ended.signal.aborted) return;
      setList(loaded);
      const shell = loaded.kind === 'listed' ? firstStream(loaded.services) : undefined;
      if (shell?.service === 'shell') store.openFirst(session, { port: shell.port, kind: 'shell' });
    };
    void load.current();
    const off = session.on('identitychange', () => void load.current?.());
    return () => {
      off();
      ended.abort();
    };
  }, [session, store]);
  const askAgain = () => {
    setList(undefined);
    void load.current?.();
  };
  return { list, askAgain };
}

let sessionsSeen = 0;
const ids = new OneForEach(() => {
  sessionsSeen += 1;
  return sessionsSeen;
}, new WeakMap<Session, number>());
