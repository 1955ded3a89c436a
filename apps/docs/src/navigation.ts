/** @module The order of the pages: what the sidebar lists. */
import { PUBLISHED } from '../../../scripts/workspace.ts';
import { apiEntries } from './api-entries.ts';

/** A group of pages, by their paths without `.md`. */
interface Group {
  readonly text: string;
  readonly pages: readonly string[];
  readonly isFolded?: true;
}

/** A link of the sidebar. */
export interface SidebarLink {
  readonly text: string;
  readonly link: string;
}

/** A group of the sidebar. */
export interface SidebarGroup {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: SidebarLink[];
}

/** Pages of which new ones may be added without a change here: they are listed in the order of their names. */
const NUMBERED = /^adr\/\d{4}-/u;

const GROUPS: readonly Group[] = [
  {
    text: 'At home',
    pages: [
      'guides/install',
      'guides/home',
      'guides/from-outside',
      'guides/https-at-home',
      'guides/console',
      'guides/notifications',
      'guides/camera',
    ],
  },
  {
    text: 'Concepts',
    pages: [
      'concepts/index',
      'concepts/connection-and-session',
      'concepts/identity-and-fingerprint',
      'concepts/people-and-roles',
      'concepts/tracks-and-quality',
      'concepts/requests-and-streams',
      'concepts/service-and-relay',
      'comparison',
    ],
  },
  {
    text: 'Pages and applications',
    pages: ['guides/sessions', 'guides/known-browsers', 'guides/diagnose', 'guides/existing-page'],
  },
  {
    text: 'Devices',
    pages: [
      'guides/device-in-30-lines',
      'guides/linux-board',
      'guides/device-options',
      'guides/device-web',
      'guides/python-device',
    ],
  },
  {
    text: 'The service',
    pages: ['guides/operate', 'guides/operate-options', 'guides/operate-api', 'guides/own-console'],
  },
  { text: 'Packages', pages: PUBLISHED, isFolded: true },
  {
    text: 'API reference',
    pages: ['api/index', ...apiEntries().map(({ page }) => page.replace(/\.md$/u, ''))],
    isFolded: true,
  },
  {
    text: 'Protocol',
    pages: [
      'errors',
      'spec/SPEC',
      'spec/PROTOCOL',
      'spec/DEPLOYED',
      'protocol/attachment',
      'protocol/coap-ws',
      'protocol/streams',
      'protocol/early',
      'protocol/online',
      'protocol/negotiation',
      'protocol/access',
      'protocol/descriptions',
      'protocol/events',
      'protocol/quality',
      'protocol/wait',
    ],
    isFolded: true,
  },
  {
    text: 'The project',
    pages: [
      'architecture',
      'security',
      'security-tests',
      'faults',
      'bench',
      'platform',
      'contributing',
      'changelog',
    ],
    isFolded: true,
  },
];

/** The sidebar. `pages` are all pages of the site, `titleOf` is the title of one, both by path without `.md`. */
export function sidebar(pages: readonly string[], titleOf: (page: string) => string): SidebarGroup[] {
  const decisions = ['adr/index', ...pages.filter((page) => NUMBERED.test(page)).toSorted()];
  return [...GROUPS, { text: 'Decisions', pages: decisions, isFolded: true as const }].map((group) => ({
    text: group.text,
    collapsed: group.isFolded === true,
    items: group.pages.map((page) => ({
      text: titleOf(page),
      link: `/${page.replace(/(?<=\/)index$/u, '')}`,
    })),
  }));
}
