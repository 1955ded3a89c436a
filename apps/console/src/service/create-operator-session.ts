/** @module Creates the operator's session of this page, with the service that the page came from. */

import { preferences } from '../settings/preferences.ts';
import { Api } from './api/api.ts';
import { OperatorSession } from './operator-session.ts';

/** Creates a session that has not been checked yet. */
export function createOperatorSession(): OperatorSession {
  return new OperatorSession({
    api: new Api({ origin: window.location.origin }),
    mark: {
      get: () => preferences.get('operator') === 'yes',
      set: (isSignedIn) => preferences.set('operator', isSignedIn ? 'yes' : undefined),
    },
  });
}
