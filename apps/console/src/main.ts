/** @module Starts the page: the texts first, because every screen takes its texts while its module is evaluated. */

import { loadMessages } from './messages/messages.ts';

async function start(): Promise<void> {
  await loadMessages();
  const { openConsole } = await import('./open-console.tsx');
  await openConsole();
}

start().catch(reportError);
