/** @module Ends connections whose permission was revoked, on any node or by any process. */
import { assertNever, CloseCode } from '@longwire/protocol';
import type { Clock } from '@longwire/protocol';
import { errorFields, type Log } from '../log/log.ts';
import type { Admission } from '../ports/admission.ts';
import type { Audit } from '../ports/audit.ts';
import type { Change, Changes } from '../ports/changes.ts';
import type { LiveConnections, LiveScope } from '../ports/live.ts';
import { isSameKey } from '@longwire/protocol';
import { every } from '@longwire/protocol';

/** Options of {@link RevocationWatcher}. */
export interface RevocationWatcherOptions {
  readonly changes: Changes;
  readonly devices: Pick<Admission, 'findDevice'>;
  readonly live: LiveConnections;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Interval of polls, in milliseconds. Reason: including the query and the close, a revocation takes well
 * below a second.
 */
const INTERVAL_MS = 250;

/** A poll that takes this long is reported, in milliseconds. */
const STALLED_MS = 5_000;

/** Polls the feed of changes; changes that a failed poll missed are handled by the next. */
export class RevocationWatcher implements AsyncDisposable {
  readonly #options: RevocationWatcherOptions;
  readonly #timer: Disposable;
  #seq: number;
  #running: { readonly since: number; readonly done: Promise<void> } | undefined;
  #isFailing = false;

  private constructor(options: RevocationWatcherOptions, seq: number) {
    this.#options = options;
    this.#seq = seq;
    this.#timer = every(options.clock, INTERVAL_MS, () => this.#tick());
  }

  /** Starts watching; must run before anyone is admitted. @throws EdgeError ERR_DATABASE */
  static async start(options: RevocationWatcherOptions): Promise<RevocationWatcher> {
    return new RevocationWatcher(options, await options.changes.latest());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer[Symbol.dispose]();
    await this.#running?.done;
  }

  #tick(): void {
    const now = this.#options.clock.monotonic();
    if (this.#running === undefined) this.#running = { since: now, done: this.#look() };
    else if (now - this.#running.since >= STALLED_MS) this.#fail({ reason: 'the database does not respond' });
  }

  async #look(): Promise<void> {
    try {
      await this.#catchUp();
      if (this.#isFailing) this.#options.log.info({}, 'watching revocations again');
      this.#isFailing = false;
    } catch (error) {
      this.#fail(errorFields(error));
    } finally {
      this.#running = undefined;
    }
  }

  async #catchUp(): Promise<void> {
    const { changes: feed, log } = this.#options;
    for (;;) {
      const changes = await feed.since(this.#seq);
      if (changes.length === 0) {
        const latest = await feed.latest();
        if (latest >= this.#seq) return;
        // What this node has admitted may not be in the backup: all are admitted again.
        const ended = this.#endAll({}, CloseCode.serviceRestart);
        log.warn(
          { latest, seen: this.#seq, ended },
          'the database was replaced by an older one: all connections ended',
        );
        this.#seq = latest;
        return;
      }
      for (const change of changes) {
        await this.#apply(change);
        this.#seq = change.seq;
      }
    }
  }

  async #apply(change: Change): Promise<void> {
    const ended = await this.#end(change);
    if (ended === 0) return;
    const { kind, productId, deviceId, tokenId, issuer } = change;
    this.#options.log.info({ kind, productId, deviceId, tokenId, issuer, ended }, 'connections ended');
    const detail = `${kind} revoked: ended ${ended} connections`;
    await this.#options.audit.record({
      action: 'session.end',
      outcome: 'refused',
      actor: 'service',
      productId,
      deviceId,
      tokenId,
      detail,
    });
  }

  async #end({ kind, productId, deviceId, tokenId, issuer }: Change): Promise<number> {
    const { live } = this.#options;
    switch (kind) {
      case 'token':
        return live.endSessions({ productId, deviceId, tokenId }, CloseCode.tokenRejected);
      case 'issuer':
        return live.endSessions({ productId, jwtIssuer: issuer }, CloseCode.tokenRejected);
      case 'device':
        return deviceId === undefined ? 0 : this.#settleDevice(productId, deviceId);
      case 'product':
        return this.#endAll({ productId }, CloseCode.unknownProduct);
      default:
        return assertNever(kind);
    }
  }

  /** Uses the device's current state: at the time of the poll it may have reattached with its new key. */
  async #settleDevice(productId: string, deviceId: string): Promise<number> {
    const { devices, live } = this.#options;
    const scope = { productId, deviceId };
    const found = await devices.findDevice(scope);
    if (found.kind === 'unknownProduct') return this.#endAll(scope, CloseCode.unknownProduct);
    if (found.kind === 'unknownDevice' || !isSameKey(found.key, scope))
      return this.#endAll(scope, CloseCode.unknownDevice);
    return live.endDevices({ ...scope, exceptFingerprint: found.fingerprint }, CloseCode.tokenRejected);
  }

  /** Sessions first, so that their clients get the reason instead of the device's disconnect. */
  #endAll(scope: LiveScope, code: number): number {
    const { live } = this.#options;
    return live.endSessions(scope, code) + live.endDevices(scope, code);
  }

  #fail(fields: Parameters<Log['error']>[0]): void {
    if (!this.#isFailing)
      this.#options.log.error(fields, 'cannot read revocations; retrying until the database is back');
    this.#isFailing = true;
  }
}
