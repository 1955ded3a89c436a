// @vitest-environment happy-dom
/** @module A component that is mounted later renders what the session has, and nothing older, from its first render on. */
import { createSession } from '@longwire/client';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeviceProvider, useIdentity, useSession, useSessionState, useTrack, useTrackIds } from '../index.ts';
import { camera, makeRig, NOTHING, type Rig } from '../rig.fixture.ts';

const ann = { username: 'ann', password: 'correct horse' };

const makeCamera = (): Promise<Rig> =>
  makeRig((device) => {
    device.passwords.set(ann.username, ann.password);
    camera(device);
  });

/** The options of a session that proves the device's key and logs in. */
const optionsOf = ({ options, world }: Rig) => ({
  ...options,
  fingerprint: world.identity.fingerprint,
  login: ann,
});

function State() {
  return <p>{useSessionState().kind}</p>;
}

function Track() {
  return <p>{useTrack('yard').state.kind}</p>;
}

/** Records what each of its renders sees. */
function Late({ seen }: { readonly seen: Set<string> }) {
  const { kind } = useSessionState();
  const { verified, login } = useIdentity();
  const session = useSession();
  const facts = [kind, verified?.bound, login?.username, session?.state.kind, useTrackIds().join()];
  seen.add(facts.join(' '));
  return null;
}

const READY = 'ready true ann ready yard';

test('a component that is mounted below a ready session never sees another state, user or list of tracks', async () => {
  const rig = await makeCamera();
  await rig.show(<State />, optionsOf(rig));
  await rig.reads('ready');
  await rig.show(<Track />, optionsOf(rig));
  const seen = new Set<string>();
  await rig.show(<Late seen={seen} />, optionsOf(rig));
  expect([...seen]).toEqual([READY]);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a component below a provider with a ready session of the application sees that session at once', async () => {
  const rig = await makeCamera();
  const session = createSession(optionsOf(rig));
  await session.ready();
  session.tracks.watch('yard');
  const seen = new Set<string>();
  const { unmount } = render(
    <DeviceProvider session={session}>
      <Late seen={seen} />
    </DeviceProvider>,
  );
  expect([...seen]).toEqual([READY]);
  unmount();
  await session.end();
  expect(await rig.emptied()).toEqual(NOTHING);
});

test('a component that is mounted after the end of the session sees the end at once', async () => {
  const rig = await makeRig(undefined, { fingerprint: 'f'.repeat(64) });
  await rig.show(<State />);
  await rig.reads('ended');
  const seen = new Set<string>();
  await rig.show(<Late seen={seen} />);
  expect([...seen]).toEqual(['ended   ended ']);
  expect(await rig.unmount()).toEqual(NOTHING);
});
