/** @module Registers the sessions and attachments of this node, and ends them by scope. */
import { isOfIssuer } from '../ports/jwt-issuer.ts';
import type { LiveConnections, LiveScope } from '../ports/live.ts';
import type { LiveDevice, LiveSession } from '@longwire/cluster';
import type { DeviceKey } from '@longwire/protocol';

/** A connection that can be closed with a code. */
export interface Endable {
  end(code: number): void;
}

/** A logged-in client. */
export interface LiveClient {
  readonly id: string;
  readonly key: DeviceKey;
  readonly tokenId: string;
  /** The issuer of the client's JWT, if it used one. */
  readonly jwtIssuer: string | undefined;
  readonly address: string;
  readonly since: number;
  readonly connection: Endable;
}

/** A token whose session goes on without a socket of its client. */
export interface HeldToken {
  readonly key: DeviceKey;
  readonly tokenId: string;
  /** Notifies the device. */
  readonly connection: Endable;
}

/** A device that has proven its key. */
export interface LiveAttachment {
  readonly key: DeviceKey;
  /** The proven key. */
  readonly fingerprint: string;
  readonly since: number;
  readonly connection: Endable;
}

/**
 * Prevents a race between admission and revocation: callers read `revision` before checking a permission, add
 * the connection here, and check again if `revision` has changed. A revocation is then noticed by the first
 * check, by the second, or it ends the connection that was added.
 */
export class LiveRegister implements LiveConnections {
  readonly #node: string;
  readonly #clients = new Map<string, LiveClient>();
  /** Clients that wait for their device: without a session, but with a token. */
  readonly #waiting = new Set<LiveClient>();
  readonly #held = new Set<HeldToken>();
  readonly #attachments = new Set<LiveAttachment>();
  #revision = 0;

  constructor(node: string) {
    this.#node = node;
  }

  /** Changes whenever connections are ended by scope. */
  get revision(): number {
    return this.#revision;
  }

  addClient(client: LiveClient): void {
    this.#clients.set(client.id, client);
  }

  removeClient(client: LiveClient): void {
    this.#clients.delete(client.id);
  }

  /** Adds a client that waits for its device, until disposed. */
  addWaiting(client: LiveClient): Disposable {
    this.#waiting.add(client);
    return { [Symbol.dispose]: () => void this.#waiting.delete(client) };
  }

  /** Holds a token, until disposed. */
  hold(token: HeldToken): Disposable {
    this.#held.add(token);
    return { [Symbol.dispose]: () => void this.#held.delete(token) };
  }

  addAttachment(attachment: LiveAttachment): void {
    this.#attachments.add(attachment);
  }

  removeAttachment(attachment: LiveAttachment): void {
    this.#attachments.delete(attachment);
  }

  devices(): LiveDevice[] {
    return [...this.#attachments].map(({ key, since }) => ({ ...key, since, node: this.#node }));
  }

  sessions(): LiveSession[] {
    return [...this.#clients.values()].map(({ key, id, tokenId, address, since }) => ({
      ...key,
      id,
      tokenId,
      address,
      since,
      node: this.#node,
    }));
  }

  endSessions(scope: LiveScope, code: number): number {
    const clients = [...this.#clients.values(), ...this.#waiting].filter((client) =>
      isClientIn(scope, client),
    );
    return this.#end([...clients, ...[...this.#held].filter((token) => isHeldIn(scope, token))], code);
  }

  endSession(id: string, code: number): boolean {
    const client = this.#clients.get(id);
    client?.connection.end(code);
    return client !== undefined;
  }

  endDevices(scope: LiveScope, code: number): number {
    return this.#end(
      [...this.#attachments].filter((attachment) => isAttachmentIn(scope, attachment)),
      code,
    );
  }

  #end(found: readonly { readonly connection: Endable }[], code: number): number {
    this.#revision += 1;
    for (const { connection } of found) connection.end(code);
    return found.length;
  }
}

function isDeviceIn({ productId, deviceId }: LiveScope, key: DeviceKey): boolean {
  return (
    (productId === undefined || productId === key.productId) &&
    (deviceId === undefined || deviceId === key.deviceId)
  );
}

function isClientIn(scope: LiveScope, { key, tokenId, jwtIssuer }: LiveClient): boolean {
  return (
    isDeviceIn(scope, key) &&
    (scope.tokenId === undefined || scope.tokenId === tokenId) &&
    (scope.jwtIssuer === undefined || scope.jwtIssuer === jwtIssuer)
  );
}

/**
 * Only the end of a token or an issuer concerns sessions without signaling. Of a JWT, the id is known here and not
 * the issuer: with issuers of which one's name begins with another's, more may end than has to.
 */
function isHeldIn(scope: LiveScope, { key, tokenId }: HeldToken): boolean {
  const isNamed =
    scope.jwtIssuer === undefined ? scope.tokenId === tokenId : isOfIssuer(tokenId, scope.jwtIssuer);
  return isNamed && isDeviceIn(scope, key);
}

/** Tokens and issuers apply only to clients, so attachments are never in such a scope. */
function isAttachmentIn(scope: LiveScope, { key, fingerprint }: LiveAttachment): boolean {
  const isOfDevices = scope.tokenId === undefined && scope.jwtIssuer === undefined;
  return isOfDevices && isDeviceIn(scope, key) && scope.exceptFingerprint !== fingerprint;
}
