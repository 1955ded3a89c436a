/** @module The packets of one stream that wait to be sent. */

/** A queued packet. */
export interface QueuedPacket {
  readonly bytes: number;
  /** Whether it is the last packet of its frame. */
  readonly endsFrame: boolean;
  readonly isKeyframe: boolean;
  /** Sends the packet; returns false if it cannot be sent now. */
  send(): boolean;
}

/** A first-in-first-out queue that drops whole frames only. */
export class PacketQueue {
  #packets: QueuedPacket[] = [];
  /** The index of the next packet to send. */
  #head = 0;
  #bytes = 0;
  #keyframeBytes = 0;
  /** Whether a part of the first frame has been sent. */
  #isMidFrame = false;

  get bytes(): number {
    return this.#bytes;
  }

  /** The bytes of keyframes. */
  get keyframeBytes(): number {
    return this.#keyframeBytes;
  }

  get isEmpty(): boolean {
    return this.#head === this.#packets.length;
  }

  get isMidFrame(): boolean {
    return this.#isMidFrame;
  }

  push(packets: readonly QueuedPacket[]): void {
    for (const packet of packets) {
      this.#packets.push(packet);
      this.#bytes += packet.bytes;
      if (packet.isKeyframe) this.#keyframeBytes += packet.bytes;
    }
  }

  /** Sends the next packet. Returns its size; 0 if there is none or it cannot be sent now. */
  sendNext(): number {
    const packet = this.#packets[this.#head];
    if (packet === undefined || !packet.send()) return 0;
    this.#head += 1;
    this.#bytes -= packet.bytes;
    if (packet.isKeyframe) this.#keyframeBytes -= packet.bytes;
    this.#isMidFrame = !packet.endsFrame;
    // What was sent is let go once it is half of the list, so that each packet is moved about once.
    if (this.#head * 2 >= this.#packets.length) {
      this.#packets.splice(0, this.#head);
      this.#head = 0;
    }
    return packet.bytes;
  }

  /** Drops the newest frames until at most `maxBytes` are left; a frame that is partly sent stays. Returns whether any was dropped. */
  dropFrames(maxBytes: number): boolean {
    const waiting = this.#packets.slice(this.#head);
    let kept = 0;
    let bytes = 0;
    let mustKeep = this.#isMidFrame;
    for (const [index, packet] of waiting.entries()) {
      bytes += packet.bytes;
      if (bytes > maxBytes && !mustKeep) break;
      if (!packet.endsFrame) continue;
      kept = index + 1;
      mustKeep = false;
    }
    if (kept === waiting.length) return false;
    const isMidFrame = this.#isMidFrame;
    this.clear();
    this.push(waiting.slice(0, kept));
    this.#isMidFrame = isMidFrame;
    return true;
  }

  /** Drops everything. */
  clear(): void {
    this.#packets = [];
    this.#head = 0;
    this.#bytes = 0;
    this.#keyframeBytes = 0;
    this.#isMidFrame = false;
  }
}
