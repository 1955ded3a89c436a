/** @module The language and the color scheme. */

import { useMantineColorScheme } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { LANGUAGES, type Language } from '../../messages/language.ts';
import { messages } from '../../messages/messages.ts';
import { preferences } from '../../settings/preferences.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';

const words = messages.settings;
const AUTOMATIC = 'auto';
const SCHEMES = ['auto', 'light', 'dark'] as const;

/** Both choices take effect immediately. */
export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme(QUIET);
  const chosen = LANGUAGES.find((language) => language === preferences.get('language')) ?? AUTOMATIC;
  const choose = (language: Language | typeof AUTOMATIC) => {
    preferences.set('language', language === AUTOMATIC ? undefined : language);
    // Only the current language is loaded; another one needs a page reload.
    window.location.reload();
  };
  return (
    <>
      <Choice title={words.language}>
        <SegmentedChoice
          label={words.language}
          value={chosen}
          options={[
            { value: AUTOMATIC, label: words.automatic },
            ...LANGUAGES.map((value) => ({ value, label: words.languages[value] })),
          ]}
          onChange={choose}
        />
      </Choice>
      <Choice title={words.scheme}>
        <SegmentedChoice
          label={words.scheme}
          value={colorScheme}
          options={SCHEMES.map((value) => ({ value, label: words.schemes[value] }))}
          onChange={setColorScheme}
        />
      </Choice>
    </>
  );
}

function Choice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="lw-settings-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** For `useMantineColorScheme`: disabling transitions would write the text of a style element, which the page's policy forbids. */
export const QUIET = { keepTransitions: true } as const;
