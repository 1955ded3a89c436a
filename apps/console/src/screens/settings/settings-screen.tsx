/** @module The settings of the console in this browser. */

import { useState, type ReactNode } from 'react';
import { messages } from '../../messages/messages.ts';
import { useServices } from '../../services.tsx';
import { ScreenHead } from '../screen-head.tsx';
import { useTitle } from '../use-title.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { BackupSection } from './backup-section.tsx';
import { ForgetSection } from './forget-section.tsx';
import { PagesSection } from './pages-section.tsx';
import { StorageSection } from './storage-section.tsx';
import './settings-screen.css';

const words = messages.settings;

/** All sections of the settings. */
export function SettingsScreen() {
  useTitle(words.title);
  const { storedPages } = useServices();
  // It stays after everything is removed, to say so.
  const [hasPages] = useState(() => storedPages.snapshot() > 0);
  return (
    <main className="lw-page lw-page-narrow lw-settings">
      <ScreenHead title={words.title} label={messages.common.back} />
      <AppearanceSection />
      <Section title={words.storage}>
        <StorageSection />
      </Section>
      {hasPages && (
        <Section title={words.pages}>
          <PagesSection />
        </Section>
      )}
      <Section title={words.backup}>
        <BackupSection />
      </Section>
      <Section title={words.forget}>
        <ForgetSection />
      </Section>
      <Section title={words.about}>
        <AboutSection />
      </Section>
    </main>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="lw-settings-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

// Defined by the build.
declare const CONSOLE_VERSION: string;

/** Version and licences. */
function AboutSection() {
  return (
    <>
      <p>{words.version(CONSOLE_VERSION)}</p>
      <p>{words.license}</p>
      <p>
        <a className="lw-settings-link" href="./licenses.txt" target="_blank" rel="noreferrer">
          {words.licenses}
        </a>
      </p>
    </>
  );
}
