/** @module Test fixture: a browser that may show notifications, and its push manager. */

/** The keys of two services. */
export const ONE: string = Buffer.alloc(65, 4).toString('base64url');
export const OTHER: string = Buffer.alloc(65, 5).toString('base64url');

const bytesOf = (key: string): Uint8Array => Buffer.from(key, 'base64url');

/** A browser, with a subscription by a key if one is given. Its endpoints are `https://push.example/a`, then `b` and so on. */
export function fakeBrowser(existing?: string) {
  const calls: string[] = [];
  let endpoints = 0;
  let current: PushSubscription | null = null;
  const make = (bytes: Uint8Array): PushSubscription => {
    const endpoint = `https://push.example/${String.fromCodePoint(97 + endpoints)}`;
    endpoints += 1;
    return {
      endpoint,
      expirationTime: null,
      options: { userVisibleOnly: true, applicationServerKey: new Uint8Array(bytes).buffer },
      getKey: () => null,
      toJSON: () => ({ endpoint }),
      unsubscribe: async () => {
        calls.push('unsubscribe');
        current = null;
        return true;
      },
    };
  };
  if (existing !== undefined) current = make(bytesOf(existing));
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey = '' }: PushSubscriptionOptionsInit = {}) => {
      calls.push('subscribe');
      current ??= make(bytesOf(typeof applicationServerKey === 'string' ? applicationServerKey : ''));
      return current;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the parts that are read
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  const container = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  const permission: NotificationPermission = 'granted';
  const fake: object = {
    navigator: { serviceWorker: container },
    PushManager: {},
    Notification: { permission },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the parts that are read
  return { calls, container, window: fake as Window & typeof globalThis };
}
