/** @module A token issuer that serves its keys, implemented with Node only. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { listen, portOf } from '../../scripts/listening.ts';

/** The issuer's configuration in the device or product under test. */
export const ISSUER = 'https://issuer.example';
export const AUDIENCE = 'gate';

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** An issuer with one current key, which is the only one its server publishes. */
export class Issuer {
  /** How often its keys were requested. */
  hits = 0;
  #server: Server;
  readonly #port: number;
  #kid = 0;
  #privateKey: KeyObject;
  #jwks = '';

  private constructor(server: Server) {
    this.#server = server;
    this.#port = portOf(server);
    this.#privateKey = this.#newKey();
    this.#answer();
  }

  static async start(): Promise<Issuer> {
    const server = createServer();
    await listen(server);
    return new Issuer(server);
  }

  get jwksUrl(): string {
    return `http://127.0.0.1:${this.#port}/keys`;
  }

  /** Signs with a new key from now on. */
  rotate(): void {
    this.#privateKey = this.#newKey();
  }

  /** A token for a subject, valid for five minutes by default. */
  token(subject: string, changes: Record<string, unknown> = {}): string {
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: subject, exp: seconds + 300, ...changes };
    const signed = `${base64url({ alg: 'ES256', kid: `key-${this.#kid}` })}.${base64url(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), {
      key: this.#privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${signed}.${signature.toString('base64url')}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  /** Restarts the stopped server at the same address. */
  async restart(): Promise<void> {
    this.#server = createServer();
    this.#answer();
    await listen(this.#server, this.#port);
  }

  #answer(): void {
    this.#server.on('request', (_, response) => {
      this.hits += 1;
      response.end(this.#jwks);
    });
  }

  #newKey(): KeyObject {
    this.#kid += 1;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    this.#jwks = JSON.stringify({ keys: [{ ...jwk, kid: `key-${this.#kid}`, alg: 'ES256', use: 'sig' }] });
    return privateKey;
  }
}
