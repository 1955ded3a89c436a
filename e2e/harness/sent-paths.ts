/** @module The requests that a page has sent, in either framing. */
import { isSignal, parseCoapFrame, pathOf } from '@longwire/protocol';
import type { Page } from '@playwright/test';

/** Their paths, in order. */
export async function sentPaths(page: Page): Promise<string[]> {
  const sent = await page.evaluate(() => window.instruments.sentRequests);
  return sent.flatMap((message) =>
    typeof message === 'string' ? [String(JSON.parse(message).path)] : binaryPath(message),
  );
}

function binaryPath(bytes: Uint8Array): string[] {
  const frame = parseCoapFrame(bytes);
  if (!frame.ok) throw new Error(`cannot parse CoAP message on the channel: ${frame.reason}`);
  return isSignal(frame.value.code) ? [] : [pathOf(frame.value.options)];
}
