/** @module The data channels of one client: kept while they are open, and bounded together. */
import type { Logger } from '@longwire/protocol';
import type { NativePeer } from './native-peer.ts';
import { SafeChannel, type ChannelOutput, type NativeChannel } from './safe-channel.ts';

/** Most data channels of one client. Reason: each one costs memory here and in SCTP. */
const MAX_CHANNELS = 64;

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
  readonly #open = new Set<SafeChannel>();

  constructor({ native, logger, handleOverflow }: PeerChannelsOptions) {
    this.#native = native;
    this.#logger = logger;
    this.#output = {
      bufferedBytes: () => [...this.#open].reduce((sum, channel) => sum + channel.bufferedBytes, 0),
      handleOverflow,
    };
  }

  /** Opens a channel that nobody uses: an offer needs a line, and this one every client has. */
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
    channel.on('closed', () => this.#open.delete(channel));
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
