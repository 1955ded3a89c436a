/** @module The requests that a page has sent, in either framing. */
import { isSignal, parseCoapFrame, pathOf } from '@longwire/protocol';
import type { Page } from '@playwright/test';

/** Their paths, in order. */
export async function sentPaths(page: Page): Promise<string[]> {
  const { texts, frames } = await page.evaluate(() => ({
    texts: window.instruments.sentTexts.filter(({ label }) => label === 'coap').map(({ text }) => text),
    frames: window.instruments.sentBytes.filter(({ label }) => label === 'coap').map(({ bytes }) => bytes),
  }));
  const binary = frames.flatMap((bytes) => {
    const frame = parseCoapFrame(Uint8Array.from(bytes));
    if (!frame.ok) throw new Error(`CoAP message expected on the channel: ${frame.reason}`);
    return isSignal(frame.value.code) ? [] : [pathOf(frame.value.options)];
  });
  return [...texts.map((text) => String(JSON.parse(text).path)), ...binary];
}
