/** @module A fake world for tests of hooks and components: what they show, and what the network does. */
import type { SessionOptions } from '@longwire/client';
import { createFakeWorld, type FakeAnswer, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { act, cleanup, render, type RenderResult } from '@testing-library/react';
import { createElement, StrictMode, type ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { DeviceProvider } from './index.ts';

export const NOTHING: FakeWorld['leftovers'] = { sockets: 0, peers: 0, timers: 0, listeners: 0 };

/** How long something may take that needs no clock of a world: a busy machine computes a curve for a while. */
const WAIT_MS = 10_000;

/** A camera that is given to whoever asks. */
export const camera = (device: FakeDevice): void =>
  device.resources.on('POST /webrtc/tracks', ({ payload }) => {
    const asked: unknown = JSON.parse(new TextDecoder().decode(payload));
    const tracks: unknown = Reflect.get(Object(asked), 'tracks');
    for (const trackId of Array.isArray(tracks) ? tracks : []) device.addTrack('video', String(trackId));
    void device.offer();
    return { statusCode: 201 };
  });

/** A text that a fake device answers with. */
export const textAnswer = (text: string): FakeAnswer => ({
  statusCode: 205,
  contentFormat: 0,
  payload: new TextEncoder().encode(text),
});

/** What is rendered under a provider, in StrictMode, in a world of its own. */
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

  /** What a person reads. */
  get text(): string {
    return this.#view?.container.textContent ?? '';
  }

  /** The boxes, elements, … of a kind. */
  all<K extends keyof HTMLElementTagNameMap>(name: K): HTMLElementTagNameMap[K][] {
    return [...(this.#view?.container.querySelectorAll(name) ?? [])];
  }

  /** Renders, first or again, and lets what needs no loading happen. */
  async show(children: ReactNode, options: SessionOptions = this.options): Promise<void> {
    const tree = createElement(StrictMode, null, createElement(DeviceProvider, { options }, children));
    if (this.#view === undefined) this.#view = render(tree);
    else this.#view.rerender(tree);
    await this.settled();
  }

  async settled(): Promise<void> {
    await act(() => this.world.settled());
  }

  /** Waits until it holds: some code is loaded on first use, which takes more than a turn. */
  async until(check: () => void): Promise<void> {
    await vi.waitFor(
      async () => {
        await this.settled();
        check();
      },
      { timeout: WAIT_MS },
    );
  }

  /** Waits until a person reads this. */
  async reads(text: string): Promise<void> {
    await this.until(() => {
      if (this.text !== text) throw new Error(`'${text}' expected to be read, got '${this.text}'`);
    });
  }

  /** Takes everything away, and tells what is left of it in the end. */
  async unmount(): Promise<FakeWorld['leftovers']> {
    this.#view?.unmount();
    this.#view = undefined;
    return this.emptied();
  }

  /** Waits for the client to release what it had, and tells what it did not. */
  async emptied(): Promise<FakeWorld['leftovers']> {
    const isEmpty = (): boolean => Object.values(this.world.leftovers).every((count) => count === 0);
    await this.until(() => {
      if (!isEmpty()) throw new Error('nothing expected to be left');
    }).catch(() => undefined);
    return this.world.leftovers;
  }

  /** The connection is lost; the device can be reached again, or not. */
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

/** Makes a world, with each device prepared, and options beside those of the fakes. */
export async function makeRig(
  prepare?: (device: FakeDevice) => void,
  extra: Partial<SessionOptions> = {},
): Promise<Rig> {
  const world = await createFakeWorld();
  world.prepare = prepare;
  return new Rig(world, extra);
}

// This repository runs its tests without global hooks, which Testing Library would find by itself.
afterEach(cleanup);
