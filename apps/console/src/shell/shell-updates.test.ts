import { expect, test, vi } from 'vitest';
import { ShellUpdates } from './shell-updates.ts';
import { TAKE_OVER } from './take-over.ts';

class FakeWorker extends EventTarget {
  state = 'installing';
  readonly postMessage = vi.fn<(message: unknown) => void>();

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  readonly update = vi.fn<() => Promise<void>>(async () => undefined);

  find(worker: FakeWorker): void {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
  }
}

function makeUpdates({ isControlled = true, refusal }: { isControlled?: boolean; refusal?: Error } = {}) {
  const registration = new FakeRegistration();
  const container = Object.assign(new EventTarget(), {
    controller: isControlled ? new FakeWorker() : null,
  });
  const reload = vi.fn<() => void>();
  const updates = new ShellUpdates({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the used part
    container: container as unknown as ServiceWorkerContainer,
    register: async () => {
      if (refusal !== undefined) throw refusal;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the used part
      return registration as unknown as ServiceWorkerRegistration;
    },
    reload,
  });
  return { updates, registration, container, reload };
}

test('a browser’s first service worker does not count as an update', async () => {
  const { updates, registration } = makeUpdates({ isControlled: false });
  const worker = new FakeWorker();
  registration.installing = worker;
  await updates.start();
  worker.become('installed');
  expect(updates.snapshot()).toBe('current');
});

test('a service worker that the browser refuses means that it does not trust the page’s certificate', async () => {
  const { updates } = makeUpdates({ refusal: new DOMException('SSL certificate error', 'SecurityError') });
  await updates.start();
  expect(updates.snapshot()).toBe('untrusted');
  await updates.look();
});

test('any other failure of the registration is reported', async () => {
  const { updates } = makeUpdates({ refusal: new TypeError('offline') });
  await expect(updates.start()).rejects.toThrow('offline');
  expect(updates.snapshot()).toBe('current');
});

test('reports a version that was already waiting and one installed while the page is open', async () => {
  const before = makeUpdates();
  before.registration.waiting = new FakeWorker();
  await before.updates.start();
  expect(before.updates.snapshot()).toBe('outdated');

  const during = makeUpdates();
  await during.updates.start();
  const listener = vi.fn<() => void>();
  during.updates.subscribe(listener);
  const worker = new FakeWorker();
  during.registration.find(worker);
  expect(during.updates.snapshot()).toBe('current');
  worker.become('installed');
  expect(during.updates.snapshot()).toBe('outdated');
  expect(listener).toHaveBeenCalledOnce();
});

test('activates the new version on request, and reloads the page once it is active', async () => {
  const { updates, registration, container, reload } = makeUpdates();
  const waiting = new FakeWorker();
  registration.waiting = waiting;
  await updates.start();
  expect(waiting.postMessage).not.toHaveBeenCalled();
  updates.change();
  expect(waiting.postMessage).toHaveBeenCalledWith(TAKE_OVER);
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('does not reload this page when another tab activates the new version', async () => {
  const { updates, registration, container, reload } = makeUpdates();
  registration.waiting = new FakeWorker();
  await updates.start();
  registration.waiting = null;
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  expect(updates.snapshot()).toBe('outdated');
  updates.change();
  expect(reload).toHaveBeenCalledOnce();
});

test('an update check without a network does not throw', async () => {
  const { updates, registration } = makeUpdates();
  await updates.start();
  registration.update.mockRejectedValueOnce(new TypeError('Failed to update'));
  await expect(updates.look()).resolves.toBeUndefined();
});
