/** @module The globals that the script-tag build defines. */
import type { LogFields, Logger } from '@longwire/protocol';
import { silentLogger } from '@longwire/protocol/base';
import { DeviceConnection } from '../connection/device-connection.ts';
import { resolveOptions } from '../connection/options.ts';
import { EdgeWebrtcConnection } from './edge-connection.ts';
import { NabtoWebrtcError, NabtoWebrtcErrorCode } from './edge-error.ts';
import { createEdgeWebrtcIamUtil, type EdgeWebrtcIamUtil } from './edge-iam-util.ts';
import { CoapContentFormat, decodeCborPayload } from './edge-payload.ts';

/** The two global objects that existing pages use. */
export interface EdgeGlobals {
  readonly EdgeWebrtc: {
    readonly createEdgeWebrtcConnection: () => EdgeWebrtcConnection;
    readonly createEdgeWebrtcIamUtil: () => EdgeWebrtcIamUtil;
    readonly NabtoWebrtcErrorCode: typeof NabtoWebrtcErrorCode;
    readonly NabtoWebrtcError: typeof NabtoWebrtcError;
    readonly CoapContentFormat: typeof CoapContentFormat;
  };
  readonly nabtoModuleUtil: { readonly decodeCborPayload: typeof decodeCborPayload };
}

/** The part of a page that the globals use. */
export interface EdgePage {
  readonly console: Pick<Console, 'warn' | 'error'>;
  readonly crypto: Pick<Crypto, 'getRandomValues'>;
  /** Its origin is the default address of the service. */
  readonly location: Pick<Location, 'origin'>;
}

/** Creates the globals of a page. */
export function edgeGlobals({ console, crypto, location }: EdgePage): EdgeGlobals {
  const logger = pageLogger(console);
  return {
    EdgeWebrtc: {
      createEdgeWebrtcConnection: () =>
        new EdgeWebrtcConnection({
          origin: location.origin,
          createConnection: (options) => new DeviceConnection(resolveOptions(options)),
          logger,
        }),
      createEdgeWebrtcIamUtil: () =>
        createEdgeWebrtcIamUtil((length) => crypto.getRandomValues(new Uint8Array(length))),
      NabtoWebrtcErrorCode,
      NabtoWebrtcError,
      CoapContentFormat,
    },
    nabtoModuleUtil: { decodeCborPayload },
  };
}

/** Writes each warning and error of a connection to the page's console as one line, for pages that set no callbacks. */
function pageLogger(console: Pick<Console, 'warn' | 'error'>): Logger {
  return {
    ...silentLogger,
    warn: (event, fields) => console.warn(lineOf(event, fields)),
    error: (event, fields) => console.error(lineOf(event, fields)),
  };
}

function lineOf(event: string, fields: LogFields = {}): string {
  return `longwire: ${event} ${JSON.stringify(fields)}`;
}
