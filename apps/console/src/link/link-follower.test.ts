import { expect, test } from 'vitest';
import type { PairingLink } from '@longwire/client';
import type { PendingLink } from './pending-link.ts';
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

class FakePendingLink implements PendingLink {
  link: PairingLink | undefined;

  read(): PairingLink | undefined {
    return this.link;
  }
  write(link: PairingLink): void {
    this.link = link;
  }
  clear(): void {
    this.link = undefined;
  }
}

test('holds a link until follow() is called, but removes it from the address bar at once', () => {
  const bar = new FakeWindow();
  const follower = new LinkFollower(bar, new FakePendingLink());
  bar.paste('https://host/#p=pr-1&d=de-1&pwd=secret');
  expect(bar.location.href).toBe('https://host/#/device/pr-1/de-1/live');
  const followed: string[] = [];
  follower.follow(({ deviceId }) => void followed.push(deviceId));
  bar.paste('https://host/#p=pr-1&d=de-2');
  bar.paste('https://host/#/add');
  bar.paste('https://host/#pwd=secret');
  expect(followed).toEqual(['de-1', 'de-2']);
  expect(bar.location.href).toBe('https://host/#/add?unreadable=true');
});

test('stores a link until it has been followed, so a reload does not lose it', () => {
  const bar = new FakeWindow();
  const kept = new FakePendingLink();
  void new LinkFollower(bar, kept);
  bar.paste('https://host/#p=pr-1&d=de-1&sct=token');
  const reloaded = new LinkFollower(bar, kept);
  const followed: unknown[] = [];
  reloaded.follow(({ deviceId }) => void followed.push([deviceId, kept.link?.sct]));
  expect(followed).toEqual([['de-1', 'token']]);
  expect(kept.link).toBeUndefined();
});
