/**
 * `npm start -- --demo`: an account with connected listings, reviews in many languages, tags, ready widgets and badges. It
 * takes the steps of a user: the simulators' consent pages, the choice of listings, the first sync. A repeat recreates
 * only what is missing. Refused when no platform is simulated.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbedKind, embedKinds, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { type Platform, platforms } from '@kindling/contract/platforms';
import type { z } from 'zod';
import type { Services } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import { inTenant } from '../db/transaction.ts';
import {
  chooseListings,
  finishAuthorization,
  listAvailable,
  listListingRows,
  startAuthorization,
} from '../features/connections/index.ts';
import { countEmbeds, createEmbed, publishEmbed } from '../features/embeds/index.ts';
import { signUp } from '../features/identity/index.ts';
import { listLastRuns } from '../features/sync/index.ts';
import type { SignedInUser } from '../http/caller.ts';
import { isLocalUrl } from '../lib/local-address.ts';
import { deriveKey } from '../lib/secret-box.ts';
import { submitConsentForm } from './consent.ts';
import { createInbox } from './demo-inbox.ts';
import { createVisits } from './demo-visits.ts';

const email = 'demo@kindling.local';
/** A sync without progress for this time has failed. */
const syncTimeoutMs = 120_000;

const demoEmbeds = {
  widget: [
    { name: 'All reviews', settings: {} },
    { name: 'Four stars and up, with text', settings: { minimumRating: 4, withTextOnly: true, limit: 20 } },
    {
      name: 'Dunkel und kompakt',
      settings: { theme: 'dark' as const, language: 'de' as const, limit: 6, clampLines: 3 },
    },
  ],
  badge: [
    { name: 'Beside the opening hours', settings: { layout: 'badge-card' } },
    { name: 'Corner of every page', settings: { layout: 'badge-corner', theme: 'dark' } },
  ],
} satisfies Record<EmbedKind, readonly { name: string; settings: z.input<typeof embedSettingsSchema> }[]>;

function simulatedPlatforms(settings: Settings): Platform[] {
  return platforms.filter((platform) => settings.connectors.get(platform)?.mode === 'simulated');
}

/** Why these settings allow no demo; null when they do. */
export function demoUnavailableReason(settings: Settings): string | null {
  if (!settings.roles.includes('identity')) return 'the demo needs the identity role in this process.';
  if (simulatedPlatforms(settings).length > 0) return null;
  if (!isLocalUrl(settings.publicUrl))
    return `the demo is for trying Kindling on your own machine: its platforms are simulators, which do not run where others reach PUBLIC_URL (${settings.publicUrl}). Leave PUBLIC_URL out, or set KINDLING_ALLOW_SIMULATORS=1.`;
  return 'the demo works with simulators only, but none is running.';
}

/** Returns the lines to print: where and how to sign in. Needs settings for which `demoUnavailableReason` is null. */
export async function seedDemo(services: Services): Promise<string[]> {
  const { settings, identity, connections } = services;
  if (identity === null) throw new Error('the demo needs the identity role in this process.');
  const simulated = simulatedPlatforms(settings);
  // The same on every start, different on every installation.
  const password = deriveKey(settings.secret, 'demo-password').toString('base64url').slice(0, 14);
  const user = await demoUser(services, identity, password);
  const known = await inTenant(services.db, user.accountId, (trx) => listListingRows(trx, user.accountId));
  for (const platform of simulated) {
    if (known.some((listing) => listing.platform === platform)) continue;
    const connectionId = await connectPlatform(connections, user, platform);
    const offered = await listAvailable(connections, user, connectionId);
    await chooseListings(
      connections,
      user,
      connectionId,
      offered.filter((listing) => listing.readable).map((listing) => listing.externalId),
    );
  }
  await waitForFirstSyncs(services, user);
  const codes = await createEmbeds(services, user);
  if (codes.length > 0) await createVisits(services.db, user.accountId, codes);
  await createInbox(services, user);
  return [`  Demo      sign in as ${email} with the password ${password}`];
}

async function demoUser(
  services: Services,
  identity: NonNullable<Services['identity']>,
  password: string,
): Promise<SignedInUser> {
  const { settings, db, users } = services;
  const sub = await demoSubject(services, identity, password);
  const tokenTimes = {
    issuedAt: Math.floor(Date.now() / 1000),
    signedInAt: null,
    sessionId: null,
    secondFactor: false,
  };
  const bearer = { issuer: settings.auth.issuer, sub, email, emailVerified: true, token: '', ...tokenTimes };
  const { userId, accountId } = await signUp(db, bearer, { name: 'Mara Lindqvist' }, users);
  if (accountId === null) throw new Error('The person of the demo has no account.');
  return { accountId, userId, role: 'owner', locationIds: null };
}

async function demoSubject(
  services: Services,
  identity: NonNullable<Services['identity']>,
  password: string,
): Promise<string> {
  const { rows } = await services.db.pool.query<{ sub: string }>(
    'select sub from identity.account where email = $1',
    [email],
  );
  const known = rows[0]?.sub;
  if (known !== undefined) return known;
  const made = await identity.createAccount({
    email,
    password,
    locale: 'en',
    displayName: 'Mara Lindqvist',
    emailVerified: true,
  });
  return made.sub;
}

/** Connects a platform by agreeing to everything on the simulator's consent page. */
async function connectPlatform(
  deps: Services['connections'],
  user: SignedInUser,
  platform: Platform,
): Promise<string> {
  const { url, browserSecret } = await startAuthorization(deps, user, platform);
  const back = (await submitConsentForm(url)).searchParams;
  const result = await finishAuthorization(deps, {
    platform,
    state: back.get('state') ?? undefined,
    code: back.get('code') ?? undefined,
    error: back.get('error') ?? undefined,
    browserSecret,
  });
  if ('problem' in result) throw new Error(`the demo could not connect ${platform}: ${result.problem}.`);
  return result.connectionId;
}

async function waitForFirstSyncs({ db }: Services, { accountId }: SignedInUser): Promise<void> {
  let progress = '';
  let until = 0;
  for (;;) {
    const { listings, runs } = await inTenant(db, accountId, async (trx) => ({
      listings: await listListingRows(trx, accountId),
      runs: await listLastRuns(trx, accountId),
    }));
    if (listings.every((listing) => listing.last_success_at !== null)) return;
    const now = runs.map((run) => `${run.id} ${run.updated_at.getTime()}`).join();
    if (now !== progress || until === 0) until = Date.now() + syncTimeoutMs;
    progress = now;
    if (Date.now() > until)
      throw new Error('the first sync of the demo data did not finish; look at the log.');
    await pause(200);
  }
}

/** @returns the codes of those that were missing */
async function createEmbeds({ db, embeds }: Services, user: SignedInUser): Promise<string[]> {
  const { accountId } = user;
  const codes: string[] = [];
  for (const kind of embedKinds) {
    if ((await inTenant(db, accountId, (trx) => countEmbeds(trx, accountId, kind))) > 0) continue;
    for (const { name, settings } of demoEmbeds[kind]) {
      const embed = await createEmbed(embeds, user, {
        kind,
        name,
        settings: embedSettingsSchema.parse(settings),
      });
      await publishEmbed(embeds, user, embed.id);
      codes.push(embed.code);
    }
  }
  return codes;
}
