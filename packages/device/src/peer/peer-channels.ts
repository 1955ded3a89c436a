/** @module The data channels of one client: kept while they are open, and bounded together. */
import { EdgeError, type Logger } from '@longwire/protocol';
import type { NativePeer } from './native-peer.ts';
import { OutputLedger } from './output-ledger.ts';
import { SafeChannel, type ChannelOutput, type NativeChannel } from './safe-channel.ts';

/**
 * Most data channels of one client. Reason: all the streams that a session may have (MAX_STREAMS) and 32 for requests and the
 * application. A channel costs about 8 KiB of memory, so all of them about 1.3 MiB.
 */
export const MAX_CHANNELS = 160;

/** Most bytes that wait for a client that does not read, on all its channels, before its connection is ended. */
export const MAX_BUFFERED_BYTES: number = 8 * 1024 * 1024;

/** A number that no browser gives to a channel of its own. */
const UNUSED_CHANNEL_ID = 1022;

/** What {@link PeerChannels} need. */
export interface PeerChannelsOptions {
  readonly native: Pick<NativePeer, 'createDataChannel'>;
  readonly logger: Logger;
  /** The client does not read: ends the connection. */
  readonly handleOverflow: () => void;
}

/** Channels must not be collected while they are open. */
export class PeerChannels {
  readonly #native: PeerChannelsOptions['native'];
  readonly #logger: Logger;
  readonly #output: ChannelOutput;
  readonly #ledger = new OutputLedger();
  readonly #open = new Set<SafeChannel>();

  constructor({ native, logger, handleOverflow }: PeerChannelsOptions) {
    this.#native = native;
    this.#logger = logger;
    this.#output = {
      handleSend: (channel, bytes) => {
        if (this.#ledger.exceeds(MAX_BUFFERED_BYTES, bytes)) {
          handleOverflow();
          throw new EdgeError('ERR_CHANNEL_CLOSED', 'data channel closed: the other side does not read');
        }
        this.#ledger.handleSend(channel, bytes);
      },
      handleProgress: (channel) => this.#ledger.handleProgress(channel),
      handleLeftBehind: (bytes) => this.#ledger.handleLeftBehind(bytes),
    };
  }

  /** Opens a channel that nobody uses: with it the library's first offer has its line for data channels. */
  openApplicationLine(): void {
    const config = { negotiated: true, id: UNUSED_CHANNEL_ID };
    this.#open.add(this.#wrap(this.#native.createDataChannel('', config)));
  }

  /** Wraps a channel that the client opened; undefined when it is not wanted or there are too many, and it is closed then. */
  accept(native: NativeChannel, isWanted: boolean): SafeChannel | undefined {
    // Also one that is not wanted gets its callbacks: without them it would never be freed.
    const channel = this.#wrap(native);
    if (!isWanted || this.#open.size >= MAX_CHANNELS) {
      channel.close();
      return undefined;
    }
    this.#open.add(channel);
    channel.on('closed', () => {
      this.#open.delete(channel);
      this.#ledger.handleClosed(channel);
    });
    return channel;
  }

  /** The peer connection ends, and every channel with it. */
  abandonAll(): void {
    for (const channel of this.#open) channel.abandon();
  }

  #wrap(native: NativeChannel): SafeChannel {
    return new SafeChannel(native, this.#logger, this.#output);
  }
}
