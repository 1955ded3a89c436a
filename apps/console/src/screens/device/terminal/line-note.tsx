/** @module Status messages of a terminal's stream. */

import { Button } from '@mantine/core';
import { messages } from '../../../messages/messages.ts';
import { isAdministrator } from '../../../people/person.ts';
import { firstStream, type StreamList } from '../../../streams/stream-list.ts';
import { hasBegun, type LineState } from '../../../terminal/line-state.ts';
import { useLiveDevice } from '../device-context.tsx';
import { useDisconnectedText } from '../use-disconnected-text.ts';

const words = messages.terminal;

/** The state of the stream, the device's list, and how to reopen the stream. */
export interface LineNoteProps {
  readonly line: LineState;
  readonly list: StreamList | undefined;
  readonly onAgain: () => void;
  /** Reloads the list. */
  readonly onAskAgain: () => void;
}

/** Why the stream ended and what to do; nothing while it is open. */
export function LineNote(props: LineNoteProps) {
  return (
    <div className="lw-terminal-note" data-testid="terminal-note" aria-live="polite">
      <NoteContent {...props} />
    </div>
  );
}

function NoteContent({ line, list, onAgain, onAskAgain }: LineNoteProps) {
  if (line.kind === 'open') {
    return line.isSsh ? <SshNote /> : <span className="lw-hidden">{words.opened(line.target.port)}</span>;
  }
  if (line.kind === 'opening') return <p className="lw-soft">{words.opening(line.target.port)}</p>;
  if (line.kind === 'idle') return <IdleNote list={list} onAskAgain={onAskAgain} />;
  return (
    <div className="lw-terminal-ended">
      <p>
        <strong>{hasBegun(line) ? words.endedTitle : words.neverBeganTitle}.</strong>{' '}
        {words.reasons[line.reason]}
      </p>
      {line.reason === 'unknown' && line.detail !== undefined && (
        <p className="lw-mono lw-soft">{line.detail}</p>
      )}
      {line.isSsh && <SshNote />}
      {/* A stream that failed to open removes its screen, which had the focus. */}
      <Button ref={focusIfLost} onClick={onAgain}>
        {words.reopen}
      </Button>
    </div>
  );
}

function IdleNote({ list, onAskAgain }: Pick<LineNoteProps, 'list' | 'onAskAgain'>) {
  const away = useDisconnectedText();
  const { me } = useLiveDevice().state;
  const isAdmin = me !== undefined && isAdministrator(me);
  if (list === undefined) return <p className="lw-soft">{away ?? words.loading}</p>;
  if (list.kind === 'unlisted') return <p>{words.unlisted}</p>;
  if (list.kind === 'failed') {
    if (away !== undefined) return <p className="lw-soft">{away}</p>;
    return (
      <div className="lw-terminal-ended">
        <p>{words.listFailed}</p>
        <Button variant="default" onClick={onAskAgain}>
          {words.listAgain}
        </Button>
      </div>
    );
  }
  if (list.kind === 'listed' && firstStream(list.services) !== undefined) {
    return <p className="lw-soft">{words.choose}</p>;
  }
  if (isAdmin) return <p>{words.noShellYet}</p>;
  return (
    <p>
      {words.noShell} <span className="lw-soft">{words.noShellWho}</span>
    </p>
  );
}

function SshNote() {
  return (
    <p data-testid="terminal-ssh">
      <strong>{words.sshTitle}.</strong> {words.ssh}
    </p>
  );
}

/** A `ref` that focuses its element when it appears, unless another element has the focus. */
function focusIfLost(element: HTMLElement | null): void {
  if (element?.ownerDocument.activeElement === element?.ownerDocument.body) element?.focus();
}
