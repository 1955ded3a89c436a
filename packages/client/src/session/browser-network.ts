/** @module Network changes as the browser reports them: online again, another connection type, and waking from sleep. */
import { Emitter } from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';
import { Scope, type Disposer } from '../events/scope.ts';
import type { Clock } from '@longwire/protocol';
import type { NetworkHint, NetworkPort } from './network.ts';
import { WakeWatch } from './wake-watch.ts';

/** Event sources of the browser; any of them may be missing, as in a worker. */
export interface NetworkSources {
  /** The page's window, which fires `online` and `pageshow`. */
  readonly window?: EventTarget | undefined;
  /** Fires `visibilitychange`, and `resume` after the page was frozen. */
  readonly document?: EventTarget | undefined;
  /** `navigator.connection`; its `change` also fires for new estimates, so only a different `type` counts. */
  readonly connection?: (EventTarget & { readonly type?: unknown }) | undefined;
  /** The time of day in milliseconds, which keeps advancing while the machine sleeps. */
  readonly now?: (() => number) | undefined;
  readonly clock: Clock;
}

interface NetworkEvents {
  hint: [hint: NetworkHint];
}

/** Watches the browser; listens to its events only while there is a watcher. */
export class BrowserNetwork implements NetworkPort {
  readonly #sources: NetworkSources;

  constructor(sources: NetworkSources) {
    this.#sources = sources;
  }

  watch(listener: (hint: NetworkHint) => void): Disposer {
    const { clock, now = () => Date.now() } = this.#sources;
    const emitter = new Emitter<NetworkEvents>(() => undefined);
    const scope = new Scope(() => undefined);
    emitter.on('hint', listener);
    const report = (hint: NetworkHint): void => emitter.emit('hint', hint);
    const wakeWatch = new WakeWatch({ clock, now, onWake: () => report('woke') });
    scope.add(() => emitter.clear());
    scope.add(() => wakeWatch.close());
    this.#listen(scope, report, wakeWatch);
    return () => scope.disposeAll();
  }

  #listen(scope: Scope, report: (hint: NetworkHint) => void, wakeWatch: WakeWatch): void {
    const { window, document, connection } = this.#sources;
    if (window !== undefined) {
      scope.add(listen(window, 'online', () => report('online')));
      scope.add(
        listen(window, 'pageshow', (event: Event) => {
          // A page restored from the back-forward cache has lost its connections.
          if (Reflect.get(event, 'persisted') === true) report('woke');
        }),
      );
    }
    if (document !== undefined) {
      scope.add(listen(document, 'visibilitychange', () => wakeWatch.check()));
      scope.add(listen(document, 'resume', () => report('woke')));
    }
    if (connection !== undefined) {
      let { type } = connection;
      scope.add(
        listen(connection, 'change', () => {
          if (connection.type === type) return;
          type = connection.type;
          report('changed');
        }),
      );
    }
  }
}

/** The network of this page; adds no listener before the first watcher. */
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
