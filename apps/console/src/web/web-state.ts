/** @module What a person sees of a device's own page. */
import { assertNever } from '../assert-never.ts';
import type { WebErrorKind } from './http/web-error.ts';
import type { PageLocation } from './page/page-message.ts';

/** Why there is no page. */
export type WebFailure =
  | Exclude<WebErrorKind, 'cancelled'>
  /** The frame's own page did not come. */
  | 'noShell'
  /** The browser runs no worker in a frame. */
  | 'noWorker'
  /** The frame shows something else. */
  | 'left'
  /** The page said more than any page has to. */
  | 'flood';

/** The states. */
export type WebState =
  /** The frame, its worker and the first page are on their way. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'shown'; readonly location: PageLocation; readonly isLoading: boolean }
  /** `canRetry`: the frame stands, and asking again is enough. */
  | {
      readonly kind: 'failed';
      readonly failure: WebFailure;
      readonly path: string;
      readonly canRetry: boolean;
    };

/** What happens to it. */
export type WebEvent =
  | { readonly kind: 'asked'; readonly path: string }
  | { readonly kind: 'located'; readonly location: PageLocation }
  | { readonly kind: 'stayed' }
  | {
      readonly kind: 'failed';
      readonly failure: WebFailure;
      readonly path: string;
      readonly canRetry: boolean;
    };

/** The state after an event. */
export function nextWebState(state: WebState, event: WebEvent): WebState {
  switch (event.kind) {
    case 'asked':
      return state.kind === 'shown' ? { ...state, isLoading: true } : { kind: 'opening' };
    case 'located':
      // The empty document in the place of one that failed is no page.
      if (state.kind === 'failed') return state;
      return { kind: 'shown', location: event.location, isLoading: false };
    case 'stayed':
      return state.kind === 'shown' ? { ...state, isLoading: false } : state;
    case 'failed':
      return { kind: 'failed', failure: event.failure, path: event.path, canRetry: event.canRetry };
    default:
      return assertNever(event);
  }
}
