/** Checks of settings that depend on each other. Each problem is one sentence that begins with the variable's name. */
import type { Environment } from '../lib/environment.ts';
import { isLocalUrl } from '../lib/local-address.ts';
import { isTooWide } from './networks.ts';

/** Variables with the address of a simulator, recognized by name, so that new simulators are covered. */
const simulatorAddress = /^KINDLING_(?:\w+_SIMULATOR|MAILBOX|MAILBOX_SMTP)_URL$/;

/** Groups of settings that must be set together. */
export function incompleteGroupProblems(
  environment: Environment,
  connectorGroups: readonly (readonly string[])[],
): string[] {
  const groups: (readonly string[])[] = [
    ['AUTH_DOMAIN', 'AUTH_CLIENT_ID', 'AUTH_AUDIENCE'],
    ...connectorGroups,
    ['HELPDESK_URL', 'HELPDESK_WEBSITE_TOKEN', 'HELPDESK_HMAC_KEY'],
    ['ASSISTANT_URL', 'ASSISTANT_MODEL'],
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ];
  const faults = groups.flatMap((group) => {
    const missing = group.filter((name) => !environment[name]);
    if (missing.length === 0 || missing.length === group.length) return [];
    return missing.map(
      (name) =>
        `${name}: expected a value, because ${group.filter((other) => environment[other]).join(' and ')} is set.`,
    );
  });
  if (environment.DATABASE_URL && !environment.KINDLING_SECRET)
    faults.push(
      'KINDLING_SECRET: expected at least 32 random characters, because DATABASE_URL is set and every process must share it.',
    );
  if (environment.DATABASE_DIRECT_URL && !environment.DATABASE_URL)
    faults.push('DATABASE_URL: expected a value, because DATABASE_DIRECT_URL is set.');
  const canPay = environment.STRIPE_SECRET_KEY || environment.KINDLING_PAYMENTS_SIMULATOR_URL;
  if (environment.KINDLING_PLANS === 'on' && !canPay)
    faults.push('STRIPE_SECRET_KEY: expected a value, because KINDLING_PLANS is on and nobody could pay.');
  return faults;
}

/**
 * Simulators show everybody's mail and invented reviews to anybody who reaches them. So they are allowed only when the
 * installation is reachable from this machine only, or when the operator allows them.
 * @param names all variables that the program knows
 */
export function simulatorProblems(
  environment: Environment,
  names: readonly string[],
  { publicUrl, sendsMail }: { publicUrl: string; sendsMail: boolean },
): string[] {
  const given = names.filter((name) => simulatorAddress.test(name) && environment[name]);
  const needsSecret = given.find((name) => name.endsWith('_SIMULATOR_URL'));
  const faults: string[] = [];
  if (needsSecret !== undefined && !environment.KINDLING_SIMULATOR_SECRET)
    faults.push(`KINDLING_SIMULATOR_SECRET: expected a value, because ${needsSecret} is set.`);
  if (isLocalUrl(publicUrl) || environment.KINDLING_ALLOW_SIMULATORS === '1') return faults;
  faults.push(
    ...given.map(
      (name) =>
        `${name}: expected no value, because PUBLIC_URL is an address that others reach. Set KINDLING_ALLOW_SIMULATORS=1 to allow simulators there.`,
    ),
  );
  if (sendsMail && !environment.SMTP_URL)
    faults.push(
      'SMTP_URL: expected an address such as smtps://user:password@mail.example.com, because PUBLIC_URL is an address that others reach and the mailbox simulator runs on local ones only.',
    );
  return faults;
}

/** Warnings about settings that are allowed but rarely intended. */
export function settingsWarnings(trustProxy: readonly string[]): string[] {
  return trustProxy
    .filter(isTooWide)
    .map(
      (network) =>
        `TRUST_PROXY: ${network} believes everybody in it, so each visitor can name any address as their own and pass the limits. Name your proxies alone.`,
    );
}
