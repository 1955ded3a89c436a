/** @module What is shown where the list of services is not to be had: the console then talks to none. */

import { Button } from '@mantine/core';
import type { LoadedServiceList } from '../link/load-service-list.ts';
import { messages } from '../messages/messages.ts';

const words = messages.serviceList;

/** What longwire.json looks like. */
const EXAMPLE = '{ "services": ["wss://signal.example"] }';

/** Why there is no list. */
export interface ServiceListScreenProps {
  readonly problem: Exclude<LoadedServiceList['kind'], 'loaded'>;
}

/** Says what is to be done about it. */
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
