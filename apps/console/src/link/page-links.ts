/** @module The links of this page. Evaluated before anything else of it, so that no secret waits in the address bar. */

import { tabLink } from './kept-link.ts';
import { LinkFollower } from './link-follower.ts';

/** Takes links out of this page's address bar. */
export const pageLinks = new LinkFollower(window, tabLink);
