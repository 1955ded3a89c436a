/** @module The links of this page. Evaluated before every other module that draws or connects, so that no secret stays in the address bar. */

import { tabLink } from './pending-link.ts';
import { LinkFollower } from './link-follower.ts';

/** Removes links from this page's address bar. */
export const pageLinks = new LinkFollower(window, tabLink);
