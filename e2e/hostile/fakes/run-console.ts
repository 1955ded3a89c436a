/** @module The console as the client: its stored devices, and its session as a person sees it. */
import { assertNever } from '@longwire/protocol';
import { createBrowserIdentity, createSession } from '@longwire/client';
import { importDevices } from '../../../apps/console/src/backup/import-devices.ts';
import { DeviceLibrary } from '../../../apps/console/src/devices/device-library.ts';
import { DeviceStorage } from '../../../apps/console/src/devices/device-storage.ts';
import { MemoryDatabase } from '../../../apps/console/src/storage/database.ts';
import type { RememberedDevice } from '../../../apps/console/src/devices/remembered-device.ts';
import { servedBy } from '../../../apps/console/src/link/service-list.ts';
import type { DeviceDetails } from '../../../apps/console/src/link/device-details.ts';
import { DeviceSessions } from '../../../apps/console/src/session/device-sessions.ts';
import type { DeviceSession } from '../../../apps/console/src/session/device-session.ts';
import { asTrack, FakeTrack } from '@longwire/testing';
import type { Bait, Outcome } from '../script.ts';
import { runSteps, type ClientRun, type ClientRunOptions } from './client-run.ts';
import { devicesFile } from './devices-file.ts';
import { USER } from './honest-device.ts';
import { OTHER_SERVICE, SERVICE, type HostileWorld } from './hostile-world.ts';
import { passMs, settle } from './settle.ts';
import { watch } from '../watch.ts';

/** How long a person waits for a device, in milliseconds. */
const PATIENCE_MS = 60_000;
const KEY = 'pr-fake/de-fake';

/** A browser with the console, across visits. */
class ConsoleBrowser {
  readonly library: DeviceLibrary;
  readonly sessions: DeviceSessions;
  readonly #hostile: HostileWorld;

  private constructor(hostile: HostileWorld, library: DeviceLibrary, options: ClientRunOptions) {
    this.#hostile = hostile;
    this.library = library;
    const { clock } = hostile.world;
    const { RTCPeerConnection } = hostile.options;
    this.sessions = new DeviceSessions({
      library,
      createSession: ({ service, productId, deviceId, sct, fingerprint, isBound = false }, ports) => {
        const session = createSession({
          ...hostile.options,
          signalingServerUrl: service,
          productId,
          deviceId,
          sct,
          fingerprint,
          acceptUnbound: !isBound,
          certificate: ports.certificate,
          login: ports.logIn,
          network: { watch: () => () => undefined },
          random: () => 0.5,
        });
        watch(session, (claim) => {
          if (claim.kind === 'track' || claim.kind === 'trouble') options.checker.check(claim);
        });
        return session;
      },
      identity: createBrowserIdentity({ RTCPeerConnection, locks: null, clock }),
      now: () => 1_000_000 + clock.monotonic(),
      isOnline: () => true,
      clock,
      restorePush: async () => undefined,
      reportError: (error) => {
        throw error;
      },
    });
  }

  static async open(options: ClientRunOptions): Promise<ConsoleBrowser> {
    const library = await DeviceLibrary.open(await DeviceStorage.open({ database: new MemoryDatabase() }));
    return new ConsoleBrowser(options.hostile, library, options);
  }

  get session(): DeviceSession {
    return this.sessions.of(KEY);
  }

  get device(): RememberedDevice | undefined {
    return this.library.find('pr-fake', 'de-fake');
  }

  /** The fields of the owner's link. */
  ownLink(fingerprint: string | undefined): DeviceDetails {
    const ids = { productId: 'pr-fake', deviceId: 'de-fake', service: SERVICE, sct: 'sct-of-the-fake-world' };
    return { ...ids, ...USER, fingerprint };
  }

  /** Visits the device for some time, as a person who logs in when asked. */
  async visit(): Promise<void> {
    const { session } = this;
    const stop = session.subscribe(() => {
      const state = session.snapshot();
      if (state.kind === 'login' && state.asks === 'login' && !state.isBusy && state.problem === undefined)
        queueMicrotask(() => void session.login(USER));
    });
    const release = this.sessions.hold(KEY);
    await passMs(this.#hostile.world, PATIENCE_MS);
    stop();
    this.#releases.push(release);
  }

  /** The person leaves. */
  async leave(): Promise<void> {
    for (const release of this.#releases.splice(0)) release();
    await settle(this.#hostile.world);
  }

  readonly #releases: (() => void)[] = [];

  /** The person opens the attacker's link or file. */
  async open(bait: Bait): Promise<void> {
    const impostor = this.#hostile.impostorKey.fingerprint;
    const ids = { ...this.ownLink(undefined), password: undefined, username: undefined };
    const take = (details: Partial<DeviceDetails>): void =>
      this.sessions.take({ ...ids, ...details }, { fromLink: true });
    const services = servedBy('https://service.example');
    switch (bait) {
      case 'nothing':
        break;
      case "link with the impostor's key":
        take({ fingerprint: impostor });
        break;
      case "link with the impostor's key at another service":
        take({ fingerprint: impostor, service: OTHER_SERVICE });
        break;
      case 'link to another service':
        take({ service: OTHER_SERVICE, sct: 'sct-of-the-attacker' });
        break;
      case 'link with another token':
        take({ sct: 'sct-of-the-attacker' });
        break;
      case "file with the impostor's key":
        await importDevices(devicesFile({ ...ids, fingerprint: impostor }), this.library, services);
        break;
      case 'file with another service':
        await importDevices(devicesFile({ ...ids, service: OTHER_SERVICE }), this.library, services);
        break;
    }
  }
}

/** Uses the console as the script specifies. */
export async function runConsole(options: ClientRunOptions): Promise<ClientRun> {
  const { hostile, script, checker } = options;
  const browser = await ConsoleBrowser.open(options);
  const hasFingerprint = script.knows === 'proved key' || script.knows === 'fingerprint';
  const own = browser.ownLink(hasFingerprint ? hostile.fingerprint : undefined);
  if (script.knows === 'proved key' || script.knows === 'first key') {
    browser.sessions.take(own, { fromLink: true });
    await browser.visit();
    await browser.leave();
  } else {
    browser.sessions.take(own, { fromLink: true });
  }
  hostile.turnHostile();
  const keyBefore = keyOf(browser);
  const reevaluate = (): void => {
    const state = browser.session.snapshot();
    const key = keyOf(browser);
    if (key !== undefined && keyBefore !== undefined) checker.check({ kind: 'kept key', fingerprint: key });
    if (state.kind !== 'live' && state.kind !== 'login') return;
    const isShown = state.kind === 'login' || state.link.kind === 'ready';
    if (state.verification === 'bound' && isShown) checker.check({ kind: 'verified', how: 'by the badge' });
    if (state.kind === 'live' && state.me !== undefined && isShown)
      checker.check({ kind: 'user', text: `${state.me.username} ${state.me.role ?? ''}` });
  };
  await browser.open(script.bait);
  browser.session.subscribe(reevaluate);
  browser.library.subscribe(reevaluate);
  await browser.visit();
  const run: ClientRun = {
    reevaluate,
    outcome: () => outcomeOf(browser.session),
    end: () => browser.leave(),
  };
  const request: Parameters<typeof runSteps>[2]['request'] = async (path, method, payload, contentFormat) => {
    const state = browser.session.snapshot();
    if (state.kind === 'live') await state.session.request(method, path, { payload, contentFormat });
  };
  await runSteps(options, run, {
    request,
    talk: () => {
      const state = browser.session.snapshot();
      if (state.kind === 'live') state.session.tracks.send(asTrack(new FakeTrack('audio')), 'talk');
    },
    others: {
      'visit again': async () => {
        await browser.leave();
        await browser.visit();
      },
    },
  });
  return run;
}

function keyOf({ device }: ConsoleBrowser): string | undefined {
  return device?.fingerprint ?? device?.firstFingerprint;
}

function outcomeOf(session: DeviceSession): Outcome {
  const state = session.snapshot();
  switch (state.kind) {
    case 'live':
      if (state.link.kind !== 'ready') return 'ended';
      if (state.verification === 'bound') return 'verified';
      return state.me === undefined ? 'connected' : 'logged in';
    case 'login':
      return 'asked';
    case 'stopped':
      return 'stopped';
    case 'idle':
    case 'connecting':
    case 'failed':
      return 'no connection';
    default:
      return assertNever(state);
  }
}
