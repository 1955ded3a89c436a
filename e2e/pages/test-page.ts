/** @module The page that most tests run in: the client's own exports and the probe. */
import * as longwire from '@longwire/client';
import { attempt } from './outcome.ts';
import { Probe } from './probe.ts';

/** The client's exports, as an application imports them. */
type Longwire = typeof longwire;

declare global {
  interface Window {
    longwire: Longwire;
    probe: Probe;
    Probe: typeof Probe;
    attempt: typeof attempt;
  }
}

Object.assign(window, { longwire, Probe, attempt });
