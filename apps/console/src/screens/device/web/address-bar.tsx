/** @module The bar above a device's page: back, forward, reload, path, and web server. */

import { NativeSelect, TextInput } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconReload } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { typedPath } from '../../../web/page-path.ts';
import type { WebState } from '../../../web/web-state.ts';
import type { WebTunnel } from '../../../web/web-tunnels.ts';

const words = messages.web;

/** State and callbacks of the bar. */
export interface AddressBarProps {
  readonly state: WebState;
  readonly origin: string;
  readonly path: string;
  readonly streams: {
    readonly tunnels: readonly WebTunnel[];
    readonly port: number;
    readonly choose: (port: number) => void;
  };
  readonly onOpen: (path: string) => void;
  readonly onStep: (how: 'back' | 'forward' | 'reload') => void;
}

/** Navigates within a device's page. */
export function AddressBar({ state, origin, path, streams, onOpen, onStep }: AddressBarProps) {
  /** The text being typed; undefined while the bar shows the page's path. */
  const [draft, setDraft] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const location = state.kind === 'shown' ? state.location : undefined;
  const isLoading = state.kind === 'shown' && state.isLoading;
  const follow = (): void => {
    setDraft(undefined);
    setIsWrong(false);
  };
  return (
    <form
      className="lw-web-bar"
      aria-label={words.bar}
      aria-busy={isLoading}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = typedPath(draft ?? path, origin);
        setIsWrong(typed === undefined);
        if (typed === undefined) return;
        follow();
        onOpen(typed);
      }}
    >
      <IconButton label={words.back} isDisabled={location?.canGoBack !== true} onClick={() => onStep('back')}>
        <IconArrowLeft size={20} />
      </IconButton>
      <IconButton
        label={words.forward}
        isDisabled={location?.canGoForward !== true}
        onClick={() => onStep('forward')}
      >
        <IconArrowRight size={20} />
      </IconButton>
      <IconButton label={words.reload} isDisabled={state.kind === 'opening'} onClick={() => onStep('reload')}>
        <IconReload size={20} />
      </IconButton>
      <TextInput
        className="lw-web-address"
        aria-label={words.address}
        value={draft ?? path}
        error={isWrong ? words.badAddress : undefined}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        enterKeyHint="go"
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') follow();
        }}
      />
      {streams.tunnels.length > 1 && <StreamChoice {...streams} />}
      <output className="lw-hidden">
        {isLoading ? words.loading : location === undefined ? '' : words.shown(location.title)}
      </output>
    </form>
  );
}

function StreamChoice({ tunnels, port, choose }: AddressBarProps['streams']) {
  const isListed = tunnels.some((tunnel) => tunnel.port === port);
  return (
    <NativeSelect
      className="lw-web-streams"
      aria-label={words.stream}
      value={port}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    >
      {tunnels.map((tunnel) => (
        <option key={tunnel.port} value={tunnel.port}>
          {words.streamName(tunnel.name, tunnel.port)}
        </option>
      ))}
      {!isListed && <option value={port}>{words.streamName(words.otherPort, port)}</option>}
    </NativeSelect>
  );
}
