/** @module Test fixture: an issuer of tokens and the server of its keys. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { listen, portOf } from '../../../../../scripts/listening.ts';

/** The issuer of all tests. */
export const ISSUER = 'https://issuer.example';
/** The audience of its tokens. */
export const AUDIENCE = 'gate';

/** A key of the issuer. */
export interface Signer {
  readonly jwk: JWK;
  /** A token that is valid for a minute unless other claims are given. */
  sign(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
}

/** Signs any claims, valid or not. */
export function signWith(
  key: CryptoKey | Uint8Array,
  claims: Record<string, unknown>,
  header: Record<string, unknown>,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ ...header, alg: String(header['alg']) }).sign(key);
}

/** Makes a key with an id. */
export async function makeSigner(
  kid: string,
  alg = 'ES256',
  nowMs: () => number = Date.now,
): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const claims = (): object => ({
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'subject-bob',
    exp: Math.floor(nowMs() / 1000) + 60,
  });
  return {
    jwk: { ...(await exportJWK(publicKey)), kid },
    sign: (changes = {}, header = {}) =>
      signWith(privateKey, { ...claims(), ...changes }, { alg, kid, ...header }),
  };
}

/** A server whose answers a test sets. */
export class KeyServer implements AsyncDisposable {
  /** How many requests it got. */
  hits = 0;
  respond: RequestListener = (_, response) => response.end();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      this.hits += 1;
      this.respond(request, response);
    });
  }

  static async start(): Promise<KeyServer> {
    const server = createServer();
    await listen(server);
    return new KeyServer(server);
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${portOf(this.#server)}/keys`);
  }

  /** Answers with these keys from now on. */
  publish(...signers: readonly Signer[]): void {
    const body = JSON.stringify({ keys: signers.map(({ jwk }) => jwk) });
    this.respond = (_, response) => response.end(body);
  }

  /** Answers nothing from now on; the connection breaks. */
  breakDown(): void {
    this.respond = (request) => request.socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
