/** @module Shown if the list of services cannot be loaded; without it the console connects to nothing. */

import { Button } from '@mantine/core';
import type { LoadedServiceList } from '../link/load-service-list.ts';
import { messages } from '../messages/messages.ts';

const words = messages.serviceList;

/** Example of longwire.json. */
const EXAMPLE = '{ "services": ["wss://signal.example"] }';

/** Why the list is missing. */
export interface ServiceListScreenProps {
  readonly problem: Exclude<LoadedServiceList['kind'], 'loaded'>;
}

/** Explains what to do. */
export function ServiceListScreen({ problem }: ServiceListScreenProps) {
  return (
    <main className="lw-page lw-page-narrow" role="alert" data-testid="service-list-problem">
      <h1>{words[problem].title}</h1>
      <p className="lw-soft">{words[problem].hint}</p>
      {problem !== 'unreachable' && <p className="lw-mono">{EXAMPLE}</p>}
      <Button mt={20} onClick={() => window.location.reload()}>
        {messages.crash.again}
      </Button>
    </main>
  );
}
