/** @module How the device of a household, and its doctor, reach the service of the same machine. */
import { readFile } from 'node:fs/promises';
import type { ServiceRoute } from '@longwire/device/doctor';
import type { ServeFlags } from '@longwire/signaling/cli';
import { localAddress } from './addresses.ts';
import { readAuthority } from './authority.ts';
import type { HouseholdFiles } from './household-files.ts';

/** The address, and the certificate that needs no public authority. */
export async function serviceRoute(
  files: Pick<HouseholdFiles, 'authority'>,
  { host, localHttps, tlsCert }: Pick<ServeFlags, 'host' | 'localHttps' | 'tlsCert'>,
): Promise<ServiceRoute> {
  const route = { serviceIp: localAddress(host) };
  if (tlsCert !== undefined) return { ...route, serviceAuthority: await readFile(tlsCert, 'utf8') };
  const serviceAuthority = localHttps ? readAuthority(files) : undefined;
  return serviceAuthority === undefined ? route : { ...route, serviceAuthority };
}
