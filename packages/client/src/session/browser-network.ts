/** @module The browser's news of the network: online and offline, another kind of connection, and waking from sleep. */
import { Emitter } from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';
import { Scope, type Disposer } from '../events/scope.ts';
import type { Clock } from '../time/clock.ts';
import type { NetworkHint, NetworkPort } from './network.ts';
import { WakeWatch } from './wake-watch.ts';

/** What is listened to; each may be missing, as in a worker. */
export interface NetworkSources {
  /** Tells `online`, `offline` and `pageshow`; the page's window. */
  readonly window?: EventTarget | undefined;
  /** Tells `visibilitychange`, and `resume` after the page was frozen. */
  readonly document?: EventTarget | undefined;
  /** `navigator.connection`: tells `change`, also of mere estimates, so that only another `type` counts. */
  readonly connection?: (EventTarget & { readonly type?: unknown }) | undefined;
  /** The time of day in milliseconds, which goes on while the machine sleeps. */
  readonly now?: (() => number) | undefined;
  readonly clock: Clock;
}

interface NetworkEvents {
  hint: [hint: NetworkHint];
}

/** Watches the browser; listens only while somebody watches. */
export class BrowserNetwork implements NetworkPort {
  readonly #sources: NetworkSources;
  #isOnline = true;

  constructor(sources: NetworkSources) {
    this.#sources = sources;
  }

  get isOnline(): boolean {
    return this.#isOnline;
  }

  watch(listener: (hint: NetworkHint) => void): Disposer {
    const { clock, now = () => Date.now() } = this.#sources;
    const emitter = new Emitter<NetworkEvents>(() => undefined);
    const scope = new Scope(() => undefined);
    emitter.on('hint', listener);
    const tell = (hint: NetworkHint): void => {
      this.#isOnline = hint !== 'offline';
      emitter.emit('hint', hint);
    };
    const wakeWatch = new WakeWatch({ clock, now, onWake: () => tell('woke') });
    scope.add(() => emitter.clear());
    scope.add(() => wakeWatch.close());
    this.#listen(scope, tell, wakeWatch);
    return () => scope.disposeAll();
  }

  #listen(scope: Scope, tell: (hint: NetworkHint) => void, wakeWatch: WakeWatch): void {
    const { window, document, connection } = this.#sources;
    if (window !== undefined) {
      scope.add(listen(window, 'online', () => tell('online')));
      scope.add(listen(window, 'offline', () => tell('offline')));
      scope.add(
        listen(window, 'pageshow', (event: Event) => {
          // A page from the back-forward cache: its connections were closed under it.
          if (Reflect.get(event, 'persisted') === true) tell('woke');
        }),
      );
    }
    if (document !== undefined) {
      scope.add(listen(document, 'visibilitychange', () => wakeWatch.check()));
      scope.add(listen(document, 'resume', () => tell('woke')));
    }
    if (connection !== undefined) {
      let { type } = connection;
      scope.add(
        listen(connection, 'change', () => {
          if (connection.type === type) return;
          type = connection.type;
          tell('changed');
        }),
      );
    }
  }
}

/** The network of this page; nothing is listened to before somebody watches. */
export function browserNetwork(clock: Clock): NetworkPort {
  const navigator: unknown = Reflect.get(globalThis, 'navigator');
  const connection: unknown =
    typeof navigator === 'object' && navigator !== null ? Reflect.get(navigator, 'connection') : undefined;
  const page: unknown = Reflect.get(globalThis, 'document');
  return new BrowserNetwork({
    clock,
    ...(isEventTarget(globalThis) && { window: globalThis }),
    ...(isEventTarget(page) && { document: page }),
    ...(isEventTarget(connection) && { connection }),
  });
}

function isEventTarget(value: unknown): value is EventTarget {
  return typeof value === 'object' && value !== null && 'addEventListener' in value;
}
