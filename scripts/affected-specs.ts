/** @module Which end-to-end tests a changed file can touch. */

/** A part of the repository, and the names of the tests that use it: the first match counts. */
const PARTS: readonly (readonly [path: RegExp, specs: RegExp])[] = [
  [/\.test(?:-d)?\.tsx?$|^bench\/|^packages\/device\/fuzz\//u, /^$/u],
  [/^scripts\/(?:compile-cache|executable|listening|step|system-browser|system-tools)\.ts$/u, /^/u],
  [/^scripts\/(?:deploy|release)\//u, /^(?:create-app|household|public-https)/u],
  [/^scripts\//u, /^$/u],
  [/\.md$|^docs\/|^apps\/docs\//u, /^docs-site/u],
  [
    /^apps\/console\/src\/(?:web|screens\/device\/web)\//u,
    /^(?:console-web|console-contacted|device-origin)/u,
  ],
  [/^apps\/console\/src\/(?:service|screens\/service)\//u, /operators/u],
  [/^apps\/console\//u, /^(?:console|device-origin|operators|oauth|diagnose|hostile-tracks)/u],
  [/^apps\/react-docs\//u, /^react-docs/u],
  [/^packages\/create\//u, /^create-app/u],
  [/^packages\/react\//u, /^(?:react-docs|console|create-app)/u],
  [/^packages\/client\/src\/global\//u, /^page-globals/u],
  [
    /^packages\/client\/src\/diagnostics\//u,
    /^(?:diagnose|console-doctor|connection-stats|console-connection|console-silence)/u,
  ],
  [/^packages\/signaling\/src\/operators\//u, /operators/u],
  [/^packages\/signaling\/src\/device-origin\//u, /^(?:device-origin|console-web)/u],
  [
    /^packages\/device\/src\/(?:media|cli|config|doctor)\//u,
    /^(?:cameras|codecs|media|agent|household|talk|picture|streams|quality|level-clock|narrow-line|lossy-line|slow-network|demo|console-(?:live|narrow))/u,
  ],
];

/**
 * The tests to run for changed files: names of files in `e2e/tests`. A changed test file runs itself; a file that no part names, and
 * everything that the tests share, runs all.
 */
export function affectedSpecs(changed: readonly string[], specs: readonly string[]): readonly string[] {
  const touched = changed.map((path) => patternOf(path));
  return specs.filter((spec) => touched.some((pattern) => pattern.test(spec)));
}

function patternOf(path: string): RegExp {
  const own = /^e2e\/tests\/([^/]+)$/u.exec(path)?.[1];
  if (own !== undefined) return new RegExp(`^${own.replaceAll('.', String.raw`\.`)}$`, 'u');
  return PARTS.find(([part]) => part.test(path))?.[1] ?? /^/u;
}
