/** @module What is said of a tile and for how long, and which tiles a person wants. */

import { ManualClock } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { tileChoiceOf } from './tile-choice.ts';
import { PASSING_MS, TileNote } from './tile-note.ts';

function setUp() {
  const clock = new ManualClock();
  const note = new TileNote({ schedule: (delayMs, task) => clock.schedule(delayMs, task) });
  return { clock, note, said: () => note.snapshot().text };
}

describe('a note', () => {
  test('of something that has happened goes after a while', () => {
    const { clock, note, said } = setUp();
    note.pass('Picture saved.');
    clock.advance(PASSING_MS - 1);
    expect(said()).toBe('Picture saved.');
    clock.advance(1);
    expect([said(), clock.pending]).toEqual(['', 0]);
  });

  test('said twice is said for its whole time again, and is another one for whoever listens', () => {
    const { clock, note, said } = setUp();
    note.pass('Picture saved.');
    const { turn } = note.snapshot();
    clock.advance(PASSING_MS - 1);
    note.pass('Picture saved.');
    expect(note.snapshot().turn).not.toBe(turn);
    clock.advance(PASSING_MS - 1);
    expect(said()).toBe('Picture saved.');
  });

  test('of what holds stays, and is there again after what was said in passing', () => {
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

  test('that begins to hold comes before what was said in passing', () => {
    const { clock, note, said } = setUp();
    note.pass('Picture saved.');
    note.stand('recording', 'The recording could not be saved.');
    expect([said(), clock.pending]).toEqual(['The recording could not be saved.', 0]);
  });

  test('of how the picture does leaves what was said in passing its time, when it begins and when it ends', () => {
    const { clock, note, said } = setUp();
    note.pass('Picture saved.');
    note.stand('quality', 'The picture stands still.');
    expect(said()).toBe('Picture saved.');
    clock.advance(PASSING_MS);
    expect(said()).toBe('The picture stands still.');
    note.pass('Picture saved.');
    note.stand('quality', '');
    expect(said()).toBe('Picture saved.');
    clock.advance(PASSING_MS);
    expect(said()).toBe('');
  });

  test('of a tile that goes leaves no timer', () => {
    const { clock, note, said } = setUp();
    note.stand('talk', 'Talking');
    note.pass('Picture saved.');
    note.close();
    expect([said(), clock.pending]).toEqual(['', 0]);
  });
});

test('whoever listens is told of each change, until they listen no more', () => {
  const { note } = setUp();
  const choice = tileChoiceOf({});
  const told: string[] = [];
  const stops = [
    note.subscribe(() => told.push(note.snapshot().text)),
    choice.subscribe(() => told.push(choice.snapshot().hidden.join(' '))),
  ];
  note.pass('Picture saved.');
  choice.hide('attic');
  stops.forEach((stop) => stop());
  note.stand('talk', 'Talking');
  choice.add('attic');
  expect(told).toEqual(['Picture saved.', 'attic']);
});

test('what was added and put away is the session’s, whoever looks, and can be added again', () => {
  const session = {};
  tileChoiceOf(session).add('attic');
  tileChoiceOf(session).add('shed');
  tileChoiceOf(session).hide('attic');
  expect(tileChoiceOf(session).snapshot()).toEqual({ added: ['shed'], hidden: ['attic'] });
  tileChoiceOf(session).add('attic');
  expect(tileChoiceOf(session).snapshot()).toEqual({ added: ['shed', 'attic'], hidden: [] });
  expect(tileChoiceOf({}).snapshot()).toEqual({ added: [], hidden: [] });
});
