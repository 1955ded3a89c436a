/** @module The client's recent log of this device, which can be filtered and copied. */

import { NativeSelect, TextInput } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { secretsOf, type RememberedDevice } from '../../../devices/remembered-device.ts';
import { messages } from '../../../messages/messages.ts';
import { filterLog, LOG_LEVELS, logReport, type LogLevel } from '../../../path/log-buffer.ts';
import { useServices } from '../../../services.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import './log-panel.css';
import './sheet.css';

const words = messages.path.log;

/** Which log, the level of its heading, and whether it starts open. */
export interface LogPanelProps {
  readonly device: RememberedDevice;
  readonly heading: 'h2' | 'h3';
  readonly isOpen?: boolean;
}

/** The log, newest line first. */
export function LogPanel({ device, heading: Heading, isOpen = false }: LogPanelProps) {
  const buffer = useServices().logs.of(device.key);
  const lines = useSyncExternalStore(buffer.subscribe, buffer.snapshot);
  const [level, setLevel] = useState<LogLevel>('info');
  const [query, setQuery] = useState('');
  const shown = filterLog(lines, level, query);
  return (
    <details className="lw-surface lw-sheet lw-log-sheet" open={isOpen}>
      <summary>
        <Heading>{words.title}</Heading>
      </summary>
      <div className="lw-log-filter">
        <TextInput
          label={words.filter}
          placeholder={words.filterPlaceholder}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <NativeSelect
          label={words.level}
          value={level}
          data={LOG_LEVELS.map((value) => ({ value, label: words.levels[value] }))}
          onChange={(event) => {
            const chosen = LOG_LEVELS.find((value) => value === event.currentTarget.value);
            if (chosen !== undefined) setLevel(chosen);
          }}
        />
      </div>
      {shown.length === 0 ? (
        <p className="lw-soft">{lines.length === 0 ? words.empty : words.noMatch}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
        <ol className="lw-log lw-mono" tabIndex={0} aria-label={words.title} data-testid="log" reversed>
          {shown.toReversed().map((line) => (
            <li key={line.id} className={`lw-log-${line.level}`}>
              <time>{messages.path.at(line.atMs)}</time>
              <span>
                {line.event} <span className="lw-soft">{line.fields}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      <div className="lw-log-copy">
        <CopyButton label={words.copy} text={() => logReport(shown, secretsOf(device))} />
        <span className="lw-soft">{words.note}</span>
      </div>
    </details>
  );
}
