/** @module How new users join the device, and the device's name. */

import { useState } from 'react';
import type { IamSettings, PairingMode } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';
import { displayNameProblem } from '../../../people/field-check.ts';
import { openPairingLink } from '../../../people/invite.ts';
import { valueOf } from '../../../reading.ts';
import { mayNameDevice } from '../../../people/person.ts';
import { useServices } from '../../../services.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { LinkCard } from './link-card.tsx';
import { ReadingNote } from './reading-note.tsx';
import { usePeople } from './people-context.tsx';
import { ProblemNote } from './problem-note.tsx';
import { SwitchSetting } from '../../../ui/switch-setting.tsx';
import { TextSetting } from './text-setting.tsx';
import { useChange } from './use-change.ts';
import { useInvitePlace } from './use-invite-place.ts';
import { Button } from '@mantine/core';

const words = messages.people;

/** The device's name and its pairing modes. */
export function PairingCard() {
  const { iam, self, state } = usePeople();
  const { library } = useServices();
  const { device } = useLiveDevice();
  const settings = valueOf(state.settings);
  const info = valueOf(state.pairing);
  return (
    <section className="lw-surface lw-people-card" aria-labelledby="lw-people-device">
      <h2 id="lw-people-device">{words.deviceTitle}</h2>
      {info !== undefined && (
        <TextSetting
          // A change that the device refused to one user may be allowed to another.
          key={`${self?.username} ${self?.role}`}
          label={words.friendlyName}
          value={info.FriendlyName === '' ? undefined : info.FriendlyName}
          none={words.noFriendlyName}
          hint={words.friendlyNameHint}
          check={displayNameProblem}
          isFixed={!mayNameDevice(self)}
          save={async (name) => {
            await iam.setFriendlyName(name);
            await library.noteGivenName(device.key, name === '' ? undefined : name);
          }}
        />
      )}
      <h3>{words.pairingTitle}</h3>
      {settings === undefined ? (
        <ReadingNote reading={state.settings} missing={words.noSettings} />
      ) : (
        <PairingModes settings={settings} />
      )}
    </section>
  );
}

function PairingModes({ settings }: { readonly settings: IamSettings }) {
  const { iam } = usePeople();
  const change = useChange();
  const put = (mode: PairingMode) => (isOn: boolean) =>
    void change.make(() => iam.setPairingMode(mode, isOn));
  return (
    <>
      <SwitchSetting
        label={words.invitePairing}
        hint={words.invitePairingHint}
        isOn={settings.PasswordInvitePairing}
        isBusy={change.isBusy}
        onChange={put('password-invite-pairing')}
      />
      <SwitchSetting
        label={words.openPairing}
        hint={words.openPairingHint}
        isOn={settings.PasswordOpenPairing}
        isBusy={change.isBusy}
        onChange={put('password-open-pairing')}
      />
      <ProblemNote problem={change.problem} />
      {settings.PasswordOpenPairing && <OpenPassword settings={settings} />}
    </>
  );
}

function OpenPassword({ settings }: { readonly settings: IamSettings }) {
  const place = useInvitePlace();
  const [link, setLink] = useState<string>();
  const { PasswordOpenPassword: password, PasswordOpenSct: sct } = settings;
  if (password === undefined || password === '')
    return <p className="lw-soft">{words.openPasswordUnknown}</p>;
  if (link === undefined) {
    const show = async () => setLink(await openPairingLink({ password, sct }, place));
    return (
      <div className="lw-actions">
        <Button variant="default" onClick={() => void show()}>
          {words.showOpenPassword}
        </Button>
      </div>
    );
  }
  return (
    <LinkCard
      title={words.openPassword}
      note={words.openPasswordNote(password)}
      link={link}
      onDone={() => setLink(undefined)}
    />
  );
}
