/** @module Clears the storage of a device's origin through a page of that origin, because no other page may. */

import { waitFor } from '@longwire/protocol/base';
import { fieldOf } from '../../read-field.ts';
import { pageClock } from '../../page-clock.ts';

/** The path of the page that clears it. */
const FORGET_PAGE = '/.longwire/forget.html';

/** Timeout, in milliseconds; a service that is down never answers. */
const TIMEOUT_MS = 5_000;

/** Resolves with whether everything was removed. */
export async function emptyOrigin(
  origin: string,
  document: Pick<Document, 'createElement' | 'body'>,
): Promise<boolean> {
  const frame = document.createElement('iframe');
  const { port1, port2 } = new MessageChannel();
  try {
    return await waitFor<boolean>({}, ({ resolve }) => {
      port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        resolve(fieldOf(data, 'type') === 'emptied');
      });
      port1.start();
      frame.addEventListener(
        'load',
        () => frame.contentWindow?.postMessage({ type: 'longwire-forget' }, origin, [port2]),
        { once: true },
      );
      frame.hidden = true;
      frame.sandbox.value = 'allow-scripts allow-same-origin';
      frame.referrerPolicy = 'no-referrer';
      frame.src = origin + FORGET_PAGE;
      document.body.append(frame);
      return pageClock.schedule(TIMEOUT_MS, () => resolve(false));
    });
  } finally {
    port1.close();
    frame.remove();
  }
}
