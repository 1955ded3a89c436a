/** @module Records what a page attempts against its content security policy, as the browser reports it. */
import type { BrowserContext } from '@playwright/test';

/** Collects policy violations of a context's pages from the start, across reloads; not of frames, which have their own policies. */
export async function watchPolicy(context: BrowserContext): Promise<readonly string[]> {
  const broken: string[] = [];
  await context.exposeFunction('noteBroken', (words: string) => broken.push(words));
  await context.addInitScript(() => {
    if (window !== window.top) return;
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      Reflect.get(window, 'noteBroken')(`${effectiveDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return broken;
}
