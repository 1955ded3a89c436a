/** @module The open data channels of one client and their common send limit. */
import { EdgeError, type Logger } from '@longwire/protocol';
import type { NativePeer } from './native-peer.ts';
import { SendBudget } from './send-budget.ts';
import { SafeChannel, type ChannelOutput, type NativeChannel } from './safe-channel.ts';

/**
 * Most data channels of one client. Reason: all streams of a session (MAX_STREAMS), plus 32 for requests and the application.
 * A channel costs about 8 KiB of memory, so all of them cost about 1.3 MiB.
 */
export const MAX_CHANNELS = 160;

/** Most bytes buffered for one client on all its channels. Beyond it the client does not read and the connection is closed. */
export const MAX_BUFFERED_BYTES: number = 8 * 1024 * 1024;

/** A channel id that no browser assigns. */
const UNUSED_CHANNEL_ID = 1022;

/** Options of {@link PeerChannels}. */
export interface PeerChannelsOptions {
  readonly native: Pick<NativePeer, 'createDataChannel'>;
  readonly logger: Logger;
  /** Called when the send limit is exceeded; closes the connection. */
  readonly handleOverflow: () => void;
}

/** Holds the open channels, which also keeps them from being garbage-collected. */
export class PeerChannels {
  readonly #native: PeerChannelsOptions['native'];
  readonly #logger: Logger;
  readonly #output: ChannelOutput;
  readonly #budget = new SendBudget();
  readonly #open = new Set<SafeChannel>();

  constructor({ native, logger, handleOverflow }: PeerChannelsOptions) {
    this.#native = native;
    this.#logger = logger;
    this.#output = {
      handleSend: (channel, bytes) => {
        if (this.#budget.exceeds(MAX_BUFFERED_BYTES, bytes)) {
          handleOverflow();
          throw new EdgeError('ERR_CHANNEL_CLOSED', 'data channel closed: the other side does not read');
        }
        this.#budget.handleSend(channel, bytes);
      },
      handleProgress: (channel) => this.#budget.handleProgress(channel),
      handleLeftBehind: (bytes) => this.#budget.handleLeftBehind(bytes),
    };
  }

  /** Opens an unused channel, so that the library's first offer contains the line for data channels. */
  openApplicationLine(): void {
    const config = { negotiated: true, id: UNUSED_CHANNEL_ID };
    this.#open.add(this.#wrap(this.#native.createDataChannel('', config)));
  }

  /** Wraps a channel that the client opened. Closes it and returns undefined if it is not wanted or there are too many. */
  accept(native: NativeChannel, isWanted: boolean): SafeChannel | undefined {
    // Wrapped even if it is not wanted: without callbacks the native channel would never be freed.
    const channel = this.#wrap(native);
    if (!isWanted || this.#open.size >= MAX_CHANNELS) {
      channel.close();
      return undefined;
    }
    this.#open.add(channel);
    channel.on('closed', () => {
      this.#open.delete(channel);
      this.#budget.handleClosed(channel);
    });
    return channel;
  }

  /** Ends all channels because the peer connection ends. */
  abandonAll(): void {
    for (const channel of this.#open) channel.abandon();
  }

  #wrap(native: NativeChannel): SafeChannel {
    return new SafeChannel(native, this.#logger, this.#output);
  }
}
