import { utf8Encode } from '@longwire/protocol/base';
import { describe, expect, test } from 'vitest';
import { EdgeError, type DeviceResponse } from '@longwire/client';
import {
  loadMenu,
  commonItems,
  filterMenu,
  MAX_LIST_BYTES,
  nameInPattern,
  readMenu,
} from './resource-menu.ts';

const LIST =
  '</light>;rt="light";ct=50;obs;title="The light";methods="GET PUT",</lights/:name>;methods="PUT BREW";pattern,<coap://other/x>,</a%20b>';
const items = readMenu(utf8Encode(LIST)) ?? [];

const commonPaths = (isListing: boolean | undefined) => commonItems(isListing).map(({ path }) => path);

test('`/streams` is not offered for a device that is known not to list its streams', () => {
  expect([commonPaths(undefined), commonPaths(true)].every((all) => all.includes('/streams'))).toBe(true);
  expect(commonPaths(false)).not.toContain('/streams');
  expect(commonPaths(false)).toContain('/iam/me');
});

describe('a device’s resource list', () => {
  test('is read in the form of our devices and in that of others', () => {
    expect(items).toEqual([
      {
        path: '/light',
        title: 'The light',
        types: 'light',
        methods: ['GET', 'PUT'],
        isObservable: true,
        isPattern: false,
      },
      {
        path: '/lights/:name',
        title: undefined,
        types: undefined,
        methods: ['PUT'],
        isObservable: false,
        isPattern: true,
      },
      {
        path: '/a b',
        title: undefined,
        types: undefined,
        methods: ['GET'],
        isObservable: false,
        isPattern: false,
      },
    ]);
  });

  test('may be empty or invalid', () => {
    expect(readMenu(new Uint8Array())).toEqual([]);
    expect(readMenu(utf8Encode('{}'))).toBeUndefined();
    expect(readMenu(new Uint8Array(MAX_LIST_BYTES + 1))).toBeUndefined();
  });

  test.each([
    ['', 3],
    ['light', 2],
    ['THE light', 1],
    ['put', 2],
    ['nothing', 0],
  ])('can be filtered by %j', (query, count) => expect(filterMenu(items, query)).toHaveLength(count));

  test('marks the name in a path pattern to be replaced', () => {
    expect(nameInPattern('/lights/:name/on')).toEqual({ start: 8, end: 13 });
    expect(nameInPattern('/light')).toBeUndefined();
  });
});

const none = (): never => {
  throw new Error('not read this way');
};

const ask = (answer: Partial<DeviceResponse> | Error) =>
  loadMenu(
    {
      request: async () => {
        if (answer instanceof Error) throw answer;
        return { statusCode: 205, text: none, json: none, cbor: none, ...answer };
      },
    },
    new AbortController().signal,
  );

describe('loading a device’s resource list', () => {
  test.each<[string, Partial<DeviceResponse> | Error, string]>([
    ['returns the items of a list', { payload: utf8Encode(LIST) }, 'items'],
    ['accepts an empty list', {}, 'items'],
    ['recognizes a device without a list', { statusCode: 404 }, 'none'],
    ['reports a denied list', { statusCode: 403 }, 'forbidden'],
    ['fails on an error status', { statusCode: 500 }, 'failed'],
    ['rejects an invalid list', { payload: utf8Encode('{}') }, 'unreadable'],
    ['fails without a connection', new EdgeError('ERR_NOT_CONNECTED', 'gone'), 'failed'],
  ])('%s', async (_name, answer, kind) => expect((await ask(answer)).kind).toBe(kind));
});
