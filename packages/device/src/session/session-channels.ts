/** @module Dispatches a session's data channels by label: to requests, to streams or to the application. */
import { COAP_WS_FEATURE, parseStreamLabel, STREAM_FEATURE, type Logger } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { RequestHandler } from '../coap/router.ts';
import { SessionRequests } from '../coap/session-requests.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import { SessionStreams, type StreamAccess } from '../stream/session-streams.ts';

/** The label of the request channel (PROTOCOL.md section 4). */
const REQUEST_LABEL = 'coap';

/** Another label of the request channel, which deployed clients may use; always JSON. */
const JSON_REQUEST_LABEL = 'nabto-coap';

/** Options of {@link SessionChannels}. */
export interface SessionChannelsOptions {
  readonly router: RequestHandler;
  /** Undefined for a device without streams. */
  readonly streams: StreamAccess | undefined;
  readonly logger: Logger;
  /** Whether an extension was accepted. */
  readonly uses: (feature: string) => boolean;
  /** Takes a channel that is neither for requests nor a stream; returns false if the application does not want it. */
  readonly handleOther: (channel: SafeChannel) => boolean;
}

/** All data channels that the client opens. */
export class SessionChannels {
  readonly #options: SessionChannelsOptions;
  readonly #requests: SessionRequests;
  readonly #streams: SessionStreams;

  constructor(options: SessionChannelsOptions) {
    const { router, streams, logger } = options;
    this.#options = options;
    this.#requests = new SessionRequests({ router, logger });
    this.#streams = new SessionStreams({ access: streams, logger });
  }

  /** Dispatches a channel by its label; closes it if it is not wanted. */
  open(channel: SafeChannel, identity: SessionIdentity): void {
    const { uses, handleOther } = this.#options;
    const port = parseStreamLabel(channel.label);
    if (channel.label === REQUEST_LABEL)
      this.#requests.serve({ channel, identity, isBinary: uses(COAP_WS_FEATURE) });
    else if (channel.label === JSON_REQUEST_LABEL)
      this.#requests.serve({ channel, identity, isBinary: false });
    else if (port !== undefined)
      this.#streams.open({ channel, port, identity, isFramed: uses(STREAM_FEATURE) });
    else if (!handleOther(channel)) channel.close();
  }

  /** Checks the rights of streams and observations again. */
  recheck(): void {
    this.#streams.recheck();
    this.#requests.recheck();
  }

  /** Ends all streams and requests with the session. */
  close(): void {
    this.#streams.close();
    this.#requests.close();
  }
}
