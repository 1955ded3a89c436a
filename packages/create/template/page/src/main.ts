/** @module The page: takes a device's link from its address or from the form, and shows the device. */
import { createSession } from '@longwire/client';
import { deviceOfLink, takeLink } from './device-link.ts';
import { showDevice } from './show-device.ts';

const form = part('form', HTMLFormElement);
const field = part('input', HTMLInputElement);
const section = part('section', HTMLElement);
const alert = part('[role=alert]', HTMLElement);
const view = {
  status: part('output', HTMLElement),
  answer: part('code', HTMLElement),
  video: part('video', HTMLVideoElement),
};

/** The element of index.html that a selector finds. */
function part<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`index.html has no ${selector}`);
}

async function open(link: string): Promise<void> {
  alert.textContent = '';
  try {
    const session = createSession(deviceOfLink(link));
    form.hidden = true;
    section.hidden = false;
    await showDevice(session, view);
  } catch (error) {
    alert.textContent = error instanceof Error ? error.message : String(error);
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void open(field.value);
});
// Another link in the address starts the page again.
addEventListener('hashchange', () => location.reload());

const link = takeLink(window);
if (link !== undefined) void open(link);
