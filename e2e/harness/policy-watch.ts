/** @module What a page tries that its policy forbids, as the browser tells it. */
import type { BrowserContext } from '@playwright/test';

/** Collects what breaks the policies of a context's pages from their first moment on, over reloads; not of frames, which have policies of their own. */
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
