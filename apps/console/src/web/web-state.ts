/** @module The state of a device's own page as a person sees it. */
import { assertNever } from '@longwire/protocol/base';
import type { WebErrorKind } from './http/web-error.ts';
import type { PageLocation } from './page/page-message.ts';

/** Why the page is not shown. */
export type WebFailure =
  | Exclude<WebErrorKind, 'cancelled'>
  /** The frame's own page did not load. */
  | 'noShell'
  /** The browser starts no service worker in the frame. */
  | 'noWorker'
  /** The frame shows another site. */
  | 'left'
  /** The page sent too many messages. */
  | 'flood';

/** The states. */
export type WebState =
  /** The frame, its service worker and the first page are loading. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'shown'; readonly location: PageLocation; readonly isLoading: boolean }
  /** `canRetry`: the frame works, so loading again is enough. */
  | {
      readonly kind: 'failed';
      readonly failure: WebFailure;
      readonly path: string;
      readonly canRetry: boolean;
    };

/** The events of a page. */
export type WebEvent =
  | { readonly kind: 'asked'; readonly path: string }
  | { readonly kind: 'located'; readonly location: PageLocation }
  | { readonly kind: 'stayed' }
  | Extract<WebState, { readonly kind: 'failed' }>;

/** The state after an event. */
export function nextWebState(state: WebState, event: WebEvent): WebState {
  switch (event.kind) {
    case 'asked':
      return state.kind === 'shown' ? { ...state, isLoading: true } : { kind: 'opening' };
    case 'located':
      // The empty document that replaces a failed one is not a page.
      if (state.kind === 'failed') return state;
      return { kind: 'shown', location: event.location, isLoading: false };
    case 'stayed':
      return state.kind === 'shown' ? { ...state, isLoading: false } : state;
    case 'failed':
      return event;
    default:
      return assertNever(event);
  }
}
