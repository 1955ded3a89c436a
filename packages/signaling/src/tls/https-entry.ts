/** @module How browsers reach a service that gets or makes its certificate itself. */
import { AsyncDisposables } from '@longwire/protocol';
import type { Limits } from '../config/limits.ts';
import type { AuthorityFile, CertificateSource, RenewalParts } from './certificate-source.ts';
import { listenPlain } from './plain-server.ts';
import type { TlsOptions } from './tls-options.ts';

/** Names and ports of the service, and its authority. */
export interface HttpsEntry {
  readonly hostName: string;
  /** https origins that the certificate covers now: the host name's, then those of this host's addresses. */
  readonly origins: readonly string[];
  /** Port for plain HTTP; undefined: none. */
  readonly plainPort: number | undefined;
  /** The service's own authority; undefined if browsers trust the certificate anyway. */
  readonly authority: AuthorityFile | undefined;
}

/** Options of {@link beginHttpsEntry}. */
export interface HttpsEntryOptions extends RenewalParts {
  readonly host: string;
  /** The https address on which the service listens. */
  readonly url: string;
  readonly tls: TlsOptions | undefined;
  readonly limits: Limits;
}

/** Port of plain HTTP by default. */
const PLAIN_PORT = 80;

/**
 * Listens for plain HTTP and keeps the certificate renewed, until disposed; without a source there is nothing
 * to do. @throws EdgeError ERR_LISTEN
 */
export async function beginHttpsEntry(
  source: CertificateSource | undefined,
  { host, url, tls, limits, ...parts }: HttpsEntryOptions,
): Promise<(HttpsEntry & AsyncDisposable) | undefined> {
  if (source === undefined) return undefined;
  const port = Number(new URL(url).port || '443');
  const plainPort = tls !== undefined && 'plainPort' in tls ? (tls.plainPort ?? PLAIN_PORT) : PLAIN_PORT;
  await using stack = new AsyncDisposables();
  const plain =
    plainPort === false
      ? undefined
      : stack.use(
          await listenPlain({
            host,
            port: plainPort,
            limits,
            handler: (request, response) => source.answerPlain(request, response, port),
          }),
        );
  stack.use(source.begin(parts));
  const resources = stack.move();
  return {
    hostName: source.hostName,
    get origins() {
      return source.origins(port);
    },
    plainPort: plain?.port,
    authority: source.authority,
    [Symbol.asyncDispose]: async () => await resources.disposeAsync(),
  };
}
