/** The settings, and the disks of this machine. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import { isLocalUrl } from '../../lib/local-address.ts';
import { type Check, type Finding, failure, ok, reasonOf, warning } from './check.ts';

const gib = 1024 ** 3;
const space = { warnBytes: 2 * gib, failBytes: 0.25 * gib };

const settingsCheck: Check = {
  name: 'settings',
  async run({ settings }) {
    const findings: Finding[] = settings.warnings.map((says) => warning(says, 'See .env.example.'));
    if (isLocalUrl(settings.publicUrl))
      return [...findings, ok('The settings are those of a local installation.')];
    for (const [name, value] of Object.entries(legalNames(settings)))
      if (value === null)
        findings.push(
          warning(
            `${name} is not set.`,
            'Terms and privacy policy name the operator: set it before you go public.',
          ),
        );
    if (settings.trustProxy.length === 0)
      findings.push(
        warning('TRUST_PROXY is not set.', 'Name the proxy in front, or limits count all visitors as one.'),
      );
    return findings.length > 0 ? findings : ok('The settings are valid.');
  },
};

const legalNames = ({ operator }: Settings) => ({
  OPERATOR_ADDRESS: operator.address,
  OPERATOR_COUNTRY: operator.country,
});

async function folderFinding(name: string, folder: string): Promise<Finding> {
  try {
    const probe = await mkdtemp(join(folder, '.doctor-'));
    await rm(probe, { recursive: true });
  } catch (error) {
    return failure(
      `${name} cannot be written (${reasonOf(error)}).`,
      'Give the user that runs Kindling permission to write it, or make space.',
    );
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const says = `${name} has ${(free / gib).toFixed(1)} GiB of free space.`;
  const todo = 'Make space: a full disk stops the database.';
  if (free < space.failBytes) return failure(says, todo);
  return free < space.warnBytes ? warning(says, todo) : ok(says);
}

const disk: Check = {
  name: 'disk',
  run({ settings }) {
    const { folder } = settings.backups;
    const folders = {
      KINDLING_DATA: settings.dataFolder,
      ...(folder === null ? {} : { KINDLING_BACKUP_FOLDER: folder }),
    };
    return Promise.all(Object.entries(folders).map(([name, path]) => folderFinding(name, path)));
  },
};

export const machineChecks: readonly Check[] = [settingsCheck, disk];
