import { expect, test } from 'vitest';
import { LinkFollower, type AddressBarWindow } from './link-follower.ts';

class FakeWindow implements AddressBarWindow {
  readonly location = { href: 'https://host/' };
  readonly history = {
    replaceState: (_data: unknown, _unused: string, url: string) => {
      this.location.href = new URL(url, 'https://host').href;
    },
  };
  #listener: (() => void) | undefined;

  addEventListener(_type: 'popstate', listener: () => void): void {
    this.#listener = listener;
  }
  paste(href: string): void {
    this.location.href = href;
    this.#listener?.();
  }
}

test('a link that comes before anybody follows waits, and is gone from the bar all the same', () => {
  const bar = new FakeWindow();
  const follower = new LinkFollower(bar);
  bar.paste('https://host/#p=pr-1&d=de-1&pwd=secret');
  expect(bar.location.href).toBe('https://host/#/device/pr-1/de-1/live');
  const followed: string[] = [];
  follower.follow(({ deviceId }) => followed.push(deviceId));
  bar.paste('https://host/#p=pr-1&d=de-2');
  bar.paste('https://host/#/add');
  bar.paste('https://host/#pwd=secret');
  expect(followed).toEqual(['de-1', 'de-2']);
  expect(bar.location.href).toBe('https://host/#/add?unreadable=true');
});
