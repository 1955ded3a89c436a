/**
 * @module Repeats a document request that had no referrer: within the console's frame it is sent again from
 * here. Elsewhere nothing happens, so that no foreign page can trigger a request to the device.
 */

/** Counts consecutive repeats. Reason: a browser that never sends a referrer would repeat for ever. */
const COUNT = 'longwire-door';
const MAX_TRIES = 3;

const tries = Number(sessionStorage.getItem(COUNT) ?? '0');
if (!isInConsole()) {
  document.title = 'Device';
} else if (tries >= MAX_TRIES) {
  sessionStorage.removeItem(COUNT);
  document.body.append(
    'This browser does not say where a request comes from, so nothing was asked of the device.',
  );
} else {
  sessionStorage.setItem(COUNT, String(tries + 1));
  location.replace(location.pathname + location.search);
}

function isInConsole() {
  try {
    return window !== window.parent && window.parent.location.pathname === '/.longwire/page.html';
  } catch {
    return false;
  }
}
