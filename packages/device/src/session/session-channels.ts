/** @module The data channels of one session: each is for requests, a stream, or the application's own. */
import { COAP_WS_FEATURE, parseStreamLabel, STREAM_FEATURE, type Logger } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { RequestHandler } from '../coap/router.ts';
import { SessionRequests } from '../coap/session-requests.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import { SessionStreams, type StreamAccess } from '../stream/session-streams.ts';

/** The channel that requests come on (PROTOCOL.md section 4). */
const REQUEST_LABEL = 'coap';

/** The same, by the name that deployed clients may use; JSON whatever was announced. */
const JSON_REQUEST_LABEL = 'nabto-coap';

/** What {@link SessionChannels} need. */
export interface SessionChannelsOptions {
  readonly router: RequestHandler;
  /** Without it there are no streams. */
  readonly streams: StreamAccess | undefined;
  readonly logger: Logger;
  /** Whether an extension is used. */
  readonly uses: (feature: string) => boolean;
  /** Takes a channel that is neither for requests nor a stream; false where nobody does. */
  readonly handleOther: (channel: SafeChannel) => boolean;
}

/** Whatever the client opens. */
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

  /** Takes a channel by its label; one that nobody wants is closed. */
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

  /** Rights may have changed. */
  recheck(): void {
    this.#streams.recheck();
    this.#requests.recheck();
  }

  /** The session is over. */
  close(): void {
    this.#streams.close();
    this.#requests.close();
  }
}
