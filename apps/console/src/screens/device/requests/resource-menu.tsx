/** @module The device's list of its resources, to choose from. */

import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Session } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import {
  loadMenu,
  commonItems,
  filterMenu,
  type MenuOutcome,
  type MenuItem,
} from '../../../requests/resource-menu.ts';
import { askEachUser } from '../../../session/ask-each-user.ts';
import { useLiveDevice } from '../device-context.tsx';
import { useDisconnectedText } from '../use-disconnected-text.ts';
import './resource-menu.css';

const words = messages.requests;

/** The device, and the callback for a choice. */
export interface ResourceMenuProps {
  readonly session: Session;
  readonly onPick: (item: MenuItem) => void;
}

/** A collapsed list that queries the device when it is opened, and again after another user logs in. */
export function ResourceMenu({ session, onPick }: ResourceMenuProps) {
  const { device } = useLiveDevice();
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [outcome, setOutcome] = useState<MenuOutcome>();
  useEffect(() => {
    if (!isOpen) return undefined;
    return askEachUser(session, async (signal) => ask(session, signal, setOutcome));
  }, [session, isOpen]);
  return (
    <details
      className="lw-fold lw-menu"
      data-testid="resource-menu"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{words.menu}</summary>
      <TextInput
        label={words.menuFilter}
        placeholder={words.menuPlaceholder}
        type="search"
        value={query}
        autoCapitalize="none"
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <Listed outcome={outcome} query={query} onPick={onPick} />
      {outcome !== undefined && outcome.kind !== 'items' && (
        <Button
          variant="default"
          onClick={() => {
            setOutcome(undefined);
            void ask(session, new AbortController().signal, setOutcome);
          }}
        >
          {words.menuReload}
        </Button>
      )}
      <h3>{words.menuCommon}</h3>
      <Items items={filterMenu(commonItems(device.isListingStreams), query)} query={query} onPick={onPick} />
    </details>
  );
}

async function ask(
  session: Session,
  signal: AbortSignal,
  put: (outcome: MenuOutcome) => void,
): Promise<void> {
  const outcome = await loadMenu(session, signal);
  if (!signal.aborted) put(outcome);
}

interface ListedProps {
  readonly outcome: MenuOutcome | undefined;
  readonly query: string;
  readonly onPick: (item: MenuItem) => void;
}

function Listed({ outcome, query, onPick }: ListedProps) {
  const away = useDisconnectedText();
  if (outcome?.kind === 'items' && outcome.items.length > 0) {
    return <Items items={filterMenu(outcome.items, query)} query={query} onPick={onPick} />;
  }
  return <output className="lw-soft">{wordsFor(outcome, away)}</output>;
}

function wordsFor(outcome: MenuOutcome | undefined, away: string | undefined): string {
  if (outcome === undefined) return away ?? words.menuLoading;
  return outcome.kind === 'failed' ? (away ?? words.menuFailed) : NOTES[outcome.kind];
}

const NOTES = {
  items: words.menuEmpty,
  none: words.menuNone,
  forbidden: words.menuForbidden,
  unreadable: words.menuUnreadable,
} as const;

interface ItemsProps extends Omit<ListedProps, 'outcome'> {
  readonly items: readonly MenuItem[];
}

function Items({ items, query, onPick }: ItemsProps) {
  if (items.length === 0) return <p className="lw-soft">{words.menuNoMatch(query)}</p>;
  return (
    <ul className="lw-menu-items">
      {items.map((item) => (
        <li key={item.path}>
          <button type="button" className="lw-requests-row" onClick={() => onPick(item)}>
            <span className="lw-mono">{item.path}</span>
            <span className="lw-soft">
              {[item.title, item.methods.join(' '), item.isObservable ? words.menuObservable : undefined]
                .filter((part) => part !== undefined)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
