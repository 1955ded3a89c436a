/** @module A MediaStream for places without one, such as Node and jsdom. */

/** A stream that stores its tracks; like Chromium it adds no second track of the same id. */
export class FakeMediaStream {
  readonly tracks: Set<{ readonly id: string }> = new Set();

  addTrack(track: { readonly id: string }): void {
    if (![...this.tracks].some(({ id }) => id === track.id)) this.tracks.add(track);
  }

  removeTrack(track: { readonly id: string }): void {
    this.tracks.delete(track);
  }
}
