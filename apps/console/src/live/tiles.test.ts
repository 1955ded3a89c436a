/** @module The notes of a tile, and the choice of tiles. */

import { ManualClock } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { tileChoices } from './tile-choice.ts';
import { PASSING_MS, TileNote } from './tile-note.ts';

function setUp() {
  const clock = new ManualClock();
  const note = new TileNote({ clock });
  return { clock, note, said: () => note.snapshot().text };
}

describe('a note on a tile', () => {
  test('disappears after a while if it is a passing message', () => {
    const { clock, note, said } = setUp();
    note.pass('Picture saved.');
    clock.advance(PASSING_MS - 1);
    expect(said()).toBe('Picture saved.');
    clock.advance(1);
    expect([said(), clock.pending]).toEqual(['', 0]);
  });

  test('is said for its whole time again, and announced again, if the same message comes twice', () => {
    const { clock, note, said } = setUp();
    note.pass('Picture saved.');
    const { turn } = note.snapshot();
    clock.advance(PASSING_MS - 1);
    note.pass('Picture saved.');
    expect(note.snapshot().turn).not.toBe(turn);
    clock.advance(PASSING_MS - 1);
    expect(said()).toBe('Picture saved.');
  });

  test('about a lasting state stays, and reappears after a passing message', () => {
    const { clock, note, said } = setUp();
    note.stand('talk', 'Talking');
    note.pass('Picture saved.');
    expect(said()).toBe('Picture saved.');
    clock.advance(PASSING_MS);
    expect(said()).toBe('Talking');
    clock.advance(PASSING_MS * 100);
    note.stand('recording', 'Saving');
    expect(said()).toBe('Saving');
    note.stand('recording', '');
    expect(said()).toBe('Talking');
    note.stand('talk', '');
    expect(said()).toBe('');
  });

  test('about a new state replaces a passing message', () => {
    const { clock, note, said } = setUp();
    note.pass('Picture saved.');
    note.stand('recording', 'The recording could not be saved.');
    expect([said(), clock.pending]).toEqual(['The recording could not be saved.', 0]);
  });

  test('about the quality waits until a passing message has been said, both when it begins and when it ends', () => {
    const { clock, note, said } = setUp();
    note.pass('Picture saved.');
    note.stand('quality', 'The picture is frozen.');
    expect(said()).toBe('Picture saved.');
    clock.advance(PASSING_MS);
    expect(said()).toBe('The picture is frozen.');
    note.pass('Picture saved.');
    note.stand('quality', '');
    expect(said()).toBe('Picture saved.');
    clock.advance(PASSING_MS);
    expect(said()).toBe('');
  });

  test('leaves no timer when its tile goes', () => {
    const { clock, note, said } = setUp();
    note.stand('talk', 'Talking');
    note.pass('Picture saved.');
    note.close();
    expect([said(), clock.pending]).toEqual(['', 0]);
  });
});

test('a store of tile choices calls its listeners after each change until they unsubscribe', () => {
  const { note } = setUp();
  const choice = tileChoices.of({});
  const texts: string[] = [];
  const stops = [
    note.subscribe(() => texts.push(note.snapshot().text)),
    choice.subscribe(() =>
      texts.push(
        choice
          .snapshot()
          .map(({ name }) => name)
          .join(' '),
      ),
    ),
  ];
  note.pass('Picture saved.');
  choice.hide({ id: 'attic', name: 'Attic' });
  stops.forEach((stop) => stop());
  note.stand('talk', 'Talking');
  choice.show('attic');
  expect(texts).toEqual(['Picture saved.', 'Attic']);
});

test('hidden tiles belong to the session, whichever screen shows them, and each can be shown again', () => {
  const session = {};
  const [attic, shed] = [
    { id: 'attic', name: 'Attic' },
    { id: 'shed', name: 'Shed' },
  ] as const;
  for (const tile of [attic, shed, attic]) tileChoices.of(session).hide(tile);
  expect(tileChoices.of(session).snapshot()).toEqual([shed, attic]);
  tileChoices.of(session).show('shed');
  expect(tileChoices.of(session).snapshot()).toEqual([attic]);
  expect(tileChoices.of({}).snapshot()).toEqual([]);
});
