/**
 * @module Where a document of a device was asked for without saying from where: within the console's frame it is asked for again, from here.
 * Anywhere else nothing happens, so that no page of elsewhere makes a device do something.
 */

/** Tells how often in a row. Reason: a browser that never says from where would go round for ever. */
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
