/** @module Test fixture: hooks and components rendered in a fake world. */
import type { SessionOptions } from '@longwire/client';
import { createFakeWorld, type FakeAnswer, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { act, cleanup, render, type RenderResult } from '@testing-library/react';
import { createElement, StrictMode, type ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { DeviceProvider } from './index.ts';

export const NOTHING: FakeWorld['leftovers'] = { sockets: 0, peers: 0, timers: 0, listeners: 0 };

/** Time limit for work in real time: the key exchange takes a while on a busy machine. */
const WAIT_MS = 10_000;

/** A camera that sends every requested track. */
export const camera = (device: FakeDevice): void =>
  device.resources.on('POST /webrtc/tracks', ({ payload }) => {
    const asked: unknown = JSON.parse(new TextDecoder().decode(payload));
    const tracks: unknown = Reflect.get(Object(asked), 'tracks');
    for (const trackId of Array.isArray(tracks) ? tracks : []) device.addTrack('video', String(trackId));
    void device.offer();
    return { statusCode: 201 };
  });

/** A text response of a fake device. */
export const textAnswer = (text: string): FakeAnswer => ({
  statusCode: 205,
  contentFormat: 0,
  payload: new TextEncoder().encode(text),
});

/** Renders below a provider, in StrictMode, in a separate world. */
export class Rig {
  readonly world: FakeWorld;
  readonly #extra: Partial<SessionOptions>;
  #view: RenderResult | undefined;

  constructor(world: FakeWorld, extra: Partial<SessionOptions>) {
    this.world = world;
    this.#extra = extra;
  }

  get options(): SessionOptions {
    return { ...this.world.options, random: () => 0.5, ...this.#extra };
  }

  /** The rendered text. */
  get text(): string {
    return this.#view?.container.textContent ?? '';
  }

  /** All rendered elements of a tag name. */
  all<K extends keyof HTMLElementTagNameMap>(name: K): HTMLElementTagNameMap[K][] {
    return [...(this.#view?.container.querySelectorAll(name) ?? [])];
  }

  /** Renders or re-renders, then runs all pending work of the world. */
  async show(children: ReactNode, options: SessionOptions = this.options): Promise<void> {
    const tree = createElement(StrictMode, null, createElement(DeviceProvider, { options }, children));
    if (this.#view === undefined) this.#view = render(tree);
    else this.#view.rerender(tree);
    await this.settled();
  }

  async settled(): Promise<void> {
    await act(() => this.world.settled());
  }

  /** Waits until the check passes: code that is loaded on first use takes more than a turn. */
  async until(check: () => void): Promise<void> {
    await vi.waitFor(
      async () => {
        await this.settled();
        check();
      },
      { timeout: WAIT_MS },
    );
  }

  /** Waits until the rendered text is this. */
  async reads(text: string): Promise<void> {
    await this.until(() => {
      if (this.text !== text) throw new Error(`the rendered text must become '${text}', is '${this.text}'`);
    });
  }

  /** Unmounts and returns the resources that were not released. */
  async unmount(): Promise<FakeWorld['leftovers']> {
    this.#view?.unmount();
    this.#view = undefined;
    return this.emptied();
  }

  /** Waits until the client has released its resources and returns those it has not. */
  async emptied(): Promise<FakeWorld['leftovers']> {
    const isEmpty = (): boolean => Object.values(this.world.leftovers).every((count) => count === 0);
    await this.until(() => {
      if (!isEmpty()) throw new Error('the client still holds resources');
    }).catch(() => undefined);
    return this.world.leftovers;
  }

  /** Loses the connection; returns a function that makes the device reachable again. */
  async lose(): Promise<() => Promise<void>> {
    const heal = this.world.faults.deviceAway();
    this.world.clientPeer.forceIceState('failed');
    await this.settled();
    return async () => {
      heal();
      await act(async () => this.world.clock.advance(60_000));
      await this.settled();
    };
  }
}

/** Creates a world that prepares each device, and a rig with additional options. */
export async function makeRig(
  prepare?: (device: FakeDevice) => void,
  extra: Partial<SessionOptions> = {},
): Promise<Rig> {
  const world = await createFakeWorld();
  world.prepare = prepare;
  return new Rig(world, extra);
}

// Testing Library cleans up by itself only with global hooks, which this repository does not use.
afterEach(cleanup);
