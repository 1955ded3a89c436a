/**
 * @module `npm run release [-- --out FOLDER]`: npm packages, Debian packages and container images for amd64 and arm64, the site of the
 * documentation, an SBOM and SHA256SUMS.
 * The same commit gives the same bytes, apart from the SBOM's time and serial number, and from what Debian has updated in the images.
 * Needs root, and Debian for debootstrap and buildah.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checksumLine } from './release/console-archive.ts';
import { makeContainerImage } from './release/container-image.ts';
import { makeDebianPackage, type DebianPackageOptions } from './release/debian-package.ts';
import { packDocs } from './release/docs-archive.ts';
import { packPackage, readManifest, tarballName } from './release/npm-packages.ts';
import { sourceDateEpoch } from './release/source-date-epoch.ts';
import { ROOT, step } from './step.ts';
import { BUILDAH, DEBOOTSTRAP, ensureTools } from './system-tools.ts';
import { PUBLISHED } from './workspace.ts';

const SBOM = 'sbom.cdx.json';

/** Writes the release to a folder; other files in it stay. */
async function release(out: string): Promise<boolean> {
  await ensureTools([DEBOOTSTRAP, BUILDAH]);
  const scratch = mkdtempSync(join(tmpdir(), 'longwire-release-'));
  try {
    mkdirSync(out, { recursive: true });
    if (!(await step('build', 'npm', ['run', '--silent', 'build']))) return false;
    for (const workspace of PUBLISHED) if (!(await packPackage(workspace, scratch, out))) return false;
    const files = PUBLISHED.map((workspace) => tarballName(readManifest(workspace)));
    const { version } = readManifest('packages/signaling');
    const epochSeconds = sourceDateEpoch();
    const docs = await packDocs({ version, epochSeconds, scratch, out });
    if (docs === undefined) return false;
    files.push(docs);
    for (const architecture of ['amd64', 'arm64'] as const)
      files.push(...releaseFor({ architecture, version, epochSeconds, scratch, out }));
    writeFileSync(join(out, SBOM), sbom());
    files.push(SBOM);
    writeFileSync(join(out, 'SHA256SUMS'), files.map((file) => checksumLine(join(out, file), file)).join(''));
    for (const file of files) console.log(`${file}  ${(statSync(join(out, file)).size / 1e6).toFixed(2)} MB`);
    return true;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The Debian package and the container image for one architecture. */
function releaseFor(options: DebianPackageOptions): readonly string[] {
  const debianPackage = makeDebianPackage(options);
  return [debianPackage, makeContainerImage({ ...options, debianPackage })].map((file) => basename(file));
}

/** The software bill of materials of what is installed at run time, in CycloneDX. */
function sbom(): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  return execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
process.exitCode = (await release(resolve(values.out))) ? 0 : 1;
