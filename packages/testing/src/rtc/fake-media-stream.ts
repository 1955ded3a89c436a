/** @module A MediaStream for places without one, such as Node and jsdom. */

/** What a stream reads of its tracks. */
interface StreamTrack {
  readonly id: string;
  readonly kind?: string;
}

/** A stream that stores its tracks; like Chromium it adds no second track of the same id. */
export class FakeMediaStream {
  readonly tracks: Set<StreamTrack> = new Set();

  addTrack(track: StreamTrack): void {
    if (!this.getTracks().some(({ id }) => id === track.id)) this.tracks.add(track);
  }

  removeTrack(track: StreamTrack): void {
    this.tracks.delete(track);
  }

  getTracks(): StreamTrack[] {
    return [...this.tracks];
  }

  getAudioTracks(): StreamTrack[] {
    return this.getTracks().filter(({ kind }) => kind === 'audio');
  }

  getVideoTracks(): StreamTrack[] {
    return this.getTracks().filter(({ kind }) => kind === 'video');
  }
}
