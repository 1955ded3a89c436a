/** @module What a page of a static site must not do: fail, or contact another host. */
import type { Page } from '@playwright/test';

/** Collects the errors of a page from now on, and its requests to other origins than its site's. */
export function watchFaults(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:data|blob):/u.test(request.url()) && new URL(request.url()).origin !== origin)
      faults.push(request.url());
  });
  page.on('websocket', (socket) => faults.push(socket.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}
