// @vitest-environment happy-dom
/** @module Values read from a device: observed while mounted, read again after a recovery, errors as values. */
import type { User } from '@longwire/client';
import { encodeCbor } from '@longwire/client/cbor';
import type { FakeAnswer, FakeDevice } from '@longwire/testing';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useIdentity, useMe, useObserve, useUsers, type Reading } from '../index.ts';
import { makeRig, NOTHING, textAnswer } from '../rig.fixture.ts';

/** A reading as text. */
function wordsOf<T>(state: Reading<T>, say: (value: T) => string): string {
  if (state.kind === 'waiting') return 'waiting';
  if (state.kind === 'value') return say(state.value);
  return state.value === undefined ? state.error.code : `${state.error.code} after ${say(state.value)}`;
}

function Temperature({ path = '/temperature' }: { readonly path?: string | undefined }) {
  const { state, refresh } = useObserve(path, { query: { unit: 'celsius' } });
  return <button onClick={refresh}>{wordsOf(state, (response) => response.text())}</button>;
}

const PATH = '/temperature?unit=celsius';
let celsius = '21';

const thermometer = (device: FakeDevice): void => {
  celsius = '21';
  device.features = ['coap-ws/1'];
  device.resources.observable.add('/temperature');
  device.resources.on(`GET ${PATH}`, () => textAnswer(celsius));
};

const observers = ({ world }: Awaited<ReturnType<typeof makeRig>>): number | undefined =>
  world.device.coapWs?.observersOf('/temperature');

test('useObserve shows a value and each change, observes once under StrictMode, and stops on unmount', async () => {
  const rig = await makeRig(thermometer);
  await rig.show(<Temperature />);
  await rig.reads('21');
  expect(observers(rig)).toBe(1);
  celsius = '22';
  await act(async () => rig.world.device.coapWs?.notify('/temperature'));
  await rig.reads('22');
  await rig.show(null);
  await rig.until(() => expect(observers(rig)).toBe(0));
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('useObserve continues over a recovery and starts again for another path', async () => {
  const rig = await makeRig((device) => {
    thermometer(device);
    device.resources.on('GET /humidity?unit=celsius', textAnswer('60 %'));
  });
  await rig.show(<Temperature />);
  await rig.reads('21');
  const heal = await rig.lose();
  expect(rig.text).toBe('21');
  celsius = '19';
  rig.world.prepare = (device) => {
    thermometer(device);
    celsius = '19';
    device.resources.on('GET /humidity?unit=celsius', textAnswer('60 %'));
  };
  await heal();
  await rig.reads('19');
  await rig.show(<Temperature path="/humidity" />);
  await rig.reads('60 %');
  await rig.until(() => expect(observers(rig)).toBe(0));
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('useObserve returns the error of a refusing device and reads again on refresh()', async () => {
  let answer: FakeAnswer = { statusCode: 403 };
  const rig = await makeRig((device) => {
    device.features = ['coap-ws/1'];
    device.resources.on(`GET ${PATH}`, () => answer);
  });
  await rig.show(<Temperature />);
  await rig.reads('ERR_OBSERVATION');
  answer = textAnswer('20');
  await act(async () => rig.all('button')[0]?.click());
  await rig.reads('20');
  expect(await rig.unmount()).toEqual(NOTHING);
});

function Nothing() {
  return <p>{useObserve(undefined).state.kind}</p>;
}

test('useObserve starts again over the next connection after a timeout ended it', async () => {
  let isSilent = true;
  const rig = await makeRig(({ resources }) =>
    resources.on(`GET ${PATH}`, () => (isSilent ? undefined : textAnswer('18'))),
  );
  await rig.show(<Temperature />);
  await rig.until(() => expect(rig.world.device.resources.requests).toHaveLength(1));
  await act(async () => rig.world.clock.advance(10_000));
  await rig.reads('ERR_REQUEST_TIMEOUT');
  isSilent = false;
  await (
    await rig.lose()
  )();
  await rig.reads('18');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('useObserve without a path sends nothing', async () => {
  const rig = await makeRig(thermometer);
  await rig.show(<Nothing />);
  await rig.until(() => expect(rig.world.sockets.all).toHaveLength(1));
  expect(rig.text).toBe('waiting');
  expect(await rig.unmount()).toEqual(NOTHING);
});

const cbor = (value: Parameters<typeof encodeCbor>[0]): FakeAnswer => ({
  statusCode: 205,
  contentFormat: 60,
  payload: encodeCbor(value),
});

function Me() {
  const { state, refresh } = useMe();
  const { login, verified } = useIdentity();
  return (
    <button onClick={refresh}>
      {wordsOf(state, (user) => user?.Username ?? 'no user')} {login?.username}{' '}
      {String(verified !== undefined)}
    </button>
  );
}

test('useMe returns no user before a login and the user after it; useIdentity returns what is proven', async () => {
  let user: FakeAnswer = { statusCode: 404 };
  const rig = await makeRig(({ resources, passwords }) => {
    passwords.set('ann', 'correct horse');
    resources.on('GET /iam/me', () => user);
  });
  await rig.show(<Me />, { ...rig.options, fingerprint: rig.world.identity.fingerprint });
  await rig.reads('no user  true');
  user = cbor({ Username: 'ann', Role: 'Guest' });
  await rig.show(<Me />, {
    ...rig.options,
    fingerprint: rig.world.identity.fingerprint,
    login: (connection) => connection.authenticate({ username: 'ann', password: 'correct horse' }),
  });
  await rig.reads('ann ann true');
  expect(rig.world.device.username).toBe('ann');
  const heal = await rig.lose();
  expect(rig.text).toBe('ann  false');
  user = { statusCode: 500 };
  await heal();
  await rig.reads('ERR_GET_USER after ann ann true');
  user = cbor({ Username: 'ann', Role: 'Guest' });
  await act(async () => rig.all('button')[0]?.click());
  await rig.reads('ann ann true');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('useMe returns no user after a failed login, whichever user the device reports', async () => {
  const rig = await makeRig(({ resources, passwords }) => {
    passwords.set('ann', 'correct horse');
    resources.on('GET /iam/me', () => cbor({ Username: 'ann', Role: 'Guest' }));
  });
  await rig.show(<Me />, {
    ...rig.options,
    fingerprint: rig.world.identity.fingerprint,
    login: (connection) =>
      connection.authenticate({ username: 'ann', password: 'a guess' }).catch(() => undefined),
  });
  await rig.reads('no user  true');
  expect(await rig.unmount()).toEqual(NOTHING);
});

const say = (users: readonly User[]): string =>
  users.map(({ Username, Role }) => `${Username}: ${Role}`).join(', ');

function Users() {
  const { state, refresh } = useUsers();
  return <button onClick={refresh}>{wordsOf(state, say)}</button>;
}

test('useUsers returns each user except one removed meanwhile', async () => {
  let names = ['ann', 'bob'];
  const rig = await makeRig(({ resources }) => {
    resources.on('GET /iam/users', () => cbor(names));
    resources.on('GET /iam/users/ann', cbor({ Username: 'ann', Role: 'Administrator' }));
    resources.on('GET /iam/users/bob', cbor({ Username: 'bob', Role: 'Guest' }));
  });
  await rig.show(<Users />);
  await rig.reads('ann: Administrator, bob: Guest');
  names = ['ann', 'eve'];
  await act(async () => rig.all('button')[0]?.click());
  await rig.reads('ann: Administrator');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('useUsers returns the error of a device that refuses the list', async () => {
  const rig = await makeRig(({ resources }) => resources.on('GET /iam/users', { statusCode: 403 }));
  await rig.show(<Users />);
  await rig.reads('ERR_IAM_REQUEST');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('the end of the session is an error of every reading', async () => {
  const rig = await makeRig(undefined, { fingerprint: 'f'.repeat(64) });
  await rig.show(
    <>
      <Users /> <Temperature />
    </>,
  );
  await rig.reads('ERR_SESSION_ENDED ERR_SESSION_ENDED');
  expect(await rig.unmount()).toEqual(NOTHING);
});
