/** @module Measures the volume of a sound. */

/** Plays a track and listens to it. */
export class SoundMeter {
  readonly #context = new AudioContext();
  readonly #analyser = this.#context.createAnalyser();
  /** Chromium decodes a remote track only while an element plays it. */
  readonly #audio = document.createElement('audio');

  constructor(track: MediaStreamTrack) {
    const stream = new MediaStream([track]);
    this.#audio.srcObject = stream;
    this.#audio.muted = true;
    document.body.append(this.#audio);
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
  }

  /** The loudest recent sample, from 0 to 1. */
  async level(): Promise<number> {
    await this.#audio.play();
    await this.#context.resume();
    const samples = new Float32Array(this.#analyser.fftSize);
    this.#analyser.getFloatTimeDomainData(samples);
    return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
  }
}
