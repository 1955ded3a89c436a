/** @module The page that most tests run in: the client's own exports and the probe. */
import * as longwire from '@longwire/client';
import * as diagnostics from '@longwire/client/diagnostics';
import { attempt } from './outcome.ts';
import { HostileClient } from './hostile-client.ts';
import { NumberedCalls } from './numbered-calls.ts';
import { Probe } from './probe.ts';
import { SessionProbe } from './session-probe.ts';
import { tryDescriptions } from './try-descriptions.ts';
import { endAll } from './watched-calls.ts';

/** The client's exports, as an application imports them. */
type Longwire = typeof longwire;

/** The diagnostics that an application loads when a connection fails. */
type Diagnostics = typeof diagnostics;

declare global {
  interface Window {
    longwire: Longwire;
    diagnostics: Diagnostics;
    probe: Probe;
    /** The certificate that the page keeps. */
    certificate?: RTCCertificate;
    Probe: typeof Probe;
    HostileClient: typeof HostileClient;
    hostileClient: HostileClient;
    SessionProbe: typeof SessionProbe;
    sessionProbe: SessionProbe;
    NumberedCalls: typeof NumberedCalls;
    numberedCalls: NumberedCalls;
    attempt: typeof attempt;
    endAll: typeof endAll;
    tryDescriptions: typeof tryDescriptions;
  }
}

Object.assign(window, {
  longwire,
  diagnostics,
  HostileClient,
  NumberedCalls,
  Probe,
  attempt,
  endAll,
  SessionProbe,
  tryDescriptions,
});
