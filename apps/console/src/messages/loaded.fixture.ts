/** @module For tests: the texts, loaded as before any screen. */

import { loadMessages } from './messages.ts';
import { loadServiceMessages } from './service-messages.ts';

await loadMessages();
await loadServiceMessages();
