/** @module The questions about cameras. */
import { bad, Cancelled, type Verdict } from '@longwire/protocol';
import { expect, test } from 'vitest';
import type { FoundCamera } from '../onvif/discover-cameras.ts';
import { askForCameras, type CameraQuestions } from './camera-questions.ts';
import { fakeAsk, type FakeAsk } from './fake-ask.fixture.ts';

const FOUND: FoundCamera = { hostname: '192.0.2.7', port: 80, path: '/onvif', title: 'Yard cam' };
const STREAMS = ['rtsp://admin:right@192.0.2.7/main', 'rtsp://admin:right@192.0.2.7/sub'];
const WRONG = bad(
  'camera new',
  'it refuses the user name or password',
  "check the user and password in the address, 'input' in device.toml",
);

function questions(person: FakeAsk, found: readonly FoundCamera[] = []): CameraQuestions {
  return {
    ask: person.ask,
    discover: async () => found,
    streams: async (_, { password }) => {
      if (password !== 'right') throw new Error('Wrong username or password');
      return STREAMS;
    },
    tryCamera: async ([input = '']): Promise<readonly Verdict[]> => (input.includes('wrong') ? [WRONG] : []),
  };
}

test('a camera that was found needs its password; a wrong one is said, and asked again', async () => {
  const person = fakeAsk([true, '', 'guess', true, '', 'right', 'Yard', '']);
  expect(await askForCameras(questions(person, [FOUND]))).toEqual([{ title: 'Yard', inputs: STREAMS }]);
  expect(person.printed).toContain('Yard cam says: Wrong username or password');
  expect(person.asked).toContain('Use the camera Yard cam (192.0.2.7)?');
});

async function refuseByControls(): Promise<readonly string[]> {
  throw new Error('Fault: \u001B[2J\u001B]0;longwire\u0007 wrong\n\u202Eti tcennoc');
}

test('what a camera sends as the reason of a refusal has no effect on the terminal', async () => {
  const person = fakeAsk([true, '', 'guess', false, '', true]);
  await askForCameras({ ...questions(person, [FOUND]), streams: refuseByControls });
  expect(person.printed).toContain(
    'Yard cam says: Fault: \uFFFD[2J\uFFFD]0;longwire\uFFFD wrong \uFFFDti tcennoc',
  );
});

test('a camera that was found can be left out', async () => {
  const person = fakeAsk([false, '', true]);
  expect(await askForCameras(questions(person, [FOUND]))).toEqual([]);
});

test('an address with a wrong password is asked for again, with the reason', async () => {
  const person = fakeAsk(['rtsp://u:wrong@192.0.2.9/', 'rtsp://u:p@192.0.2.9/', '', '']);
  expect(await askForCameras(questions(person))).toEqual([
    { title: 'Camera 1', inputs: ['rtsp://u:p@192.0.2.9/'] },
  ]);
  expect(person.printed).toContain(
    'it refuses the user name or password: check the user and password in the address',
  );
});

test('no camera at all is asked about', async () => {
  const person = fakeAsk(['', false, 'rtsp://192.0.2.9/', 'Yard', '']);
  expect(await askForCameras(questions(person))).toHaveLength(1);
  expect(person.asked).toContain('Go on without a camera?');
});

test('Ctrl+C at any question ends them', async () => {
  for (const answers of [[], [true], [true, 'admin'], [true, 'admin', 'right'], [false]])
    await expect(askForCameras(questions(fakeAsk(answers), [FOUND]))).rejects.toBeInstanceOf(Cancelled);
});
