/** A person's own profile: what they are called, where they are, what they want to hear of, and their picture. */
import { createHash } from 'node:crypto';
import { asLanguage, type Language } from '@kindling/contract/constants';
import {
  type AlertChoices,
  type Profile,
  pictureMaxBytes,
  pictureSide,
  readAlertChoices,
} from '@kindling/contract/profile';
import { mayTake } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { asMember, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { sanitizePicture } from '../../lib/sanitize-picture.ts';
import { type ActionWithDetails, audit } from './audit.ts';
import { endProductNews } from './change-alerts.ts';
import type { IdentityDeps } from './deps.ts';
import { picturePath } from './picture-route.ts';
import {
  findProfile,
  isKnownZone,
  type ProfileRow,
  savePicture,
  updateAccountName,
  updateAlerts,
  updateLocale,
  updateNames,
  updateTimeZone,
} from './profile-queries.ts';

type Deps = Pick<IdentityDeps, 'db'>;

/** @throws AppError `not-found` when the user went away in between. */
export function getProfile({ db }: Deps, user: SignedInUser): Promise<Profile> {
  return inTenant(db, user.accountId, (trx) => readProfile(trx, user));
}

/** Makes one change to the caller's own row and answers how the profile stands then. `work` is false when nothing changed. */
function updateProfile(
  { db }: Deps,
  user: SignedInUser,
  entry: ActionWithDetails,
  work: (trx: Transaction<DB>) => Promise<boolean>,
): Promise<Profile> {
  return asMember(db, user, async (trx) => {
    if (await work(trx))
      await audit(trx, { accountId: user.accountId, userId: user.userId, target: user.userId, ...entry });
    return readProfile(trx, user);
  });
}

export function changeNames(
  deps: Deps,
  user: SignedInUser,
  names: { firstName: string; lastName: string; displayName: string },
): Promise<Profile> {
  return updateProfile(deps, user, { action: 'profile.names' }, (trx) =>
    updateNames(trx, user.userId, names),
  );
}

export function renameAccount({ db }: Deps, user: SignedInUser, name: string): Promise<Profile> {
  const { accountId, userId } = user;
  return inTenant(db, accountId, async (trx) => {
    const before = await updateAccountName(trx, accountId, name);
    if (before !== null)
      await audit(trx, { accountId, userId, action: 'account.renamed', personal: { before, after: name } });
    return readProfile(trx, user);
  });
}

/**
 * The language is the person's, the zone the account's: days are counted the same for everybody in it.
 * @throws AppError `invalid-input` for a zone that the database cannot count days in, `rate-limited` when the account has
 *   changed its zone too often, `role-forbids` for a new zone by a member who may not change the account.
 */
export async function changeRegion(
  deps: Deps & Pick<IdentityDeps, 'onZoneChanged' | 'zoneLimit'>,
  user: SignedInUser,
  region: { locale: Language; timeZone: string },
): Promise<Profile> {
  const before = await getProfile(deps, user);
  const zoneChanges = before.timeZone !== region.timeZone;
  if (zoneChanges && !mayTake(user, 'account.manage')) throw new AppError('role-forbids');
  const wait = zoneChanges ? await deps.zoneLimit.consume(user.accountId) : 0;
  if (wait > 0) throw new AppError('rate-limited', undefined, { retryAfter: wait });
  const entry = { action: 'profile.region', details: { zoneChanged: zoneChanges } } as const;
  const profile = await updateProfile(deps, user, entry, async (trx) => {
    // The look-up reads every zone that the database has from its files, so a zone that stays is not looked up.
    if (zoneChanges && !(await isKnownZone(trx, region.timeZone)))
      throw new AppError('invalid-input', undefined, {
        fields: [{ path: 'timeZone', message: 'Expected a zone of the IANA database.' }],
      });
    const localeChanged = await updateLocale(trx, user.userId, region.locale);
    const zoneChanged = zoneChanges && (await updateTimeZone(trx, user.accountId, region.timeZone));
    return localeChanged || zoneChanged;
  });
  if (zoneChanges) await deps.onZoneChanged(user.accountId);
  return profile;
}

/** Who switches product news off gets none any more, whichever of their accounts chose it, as by the link in such a mail. */
export async function changeAlerts(
  deps: Deps & Pick<IdentityDeps, 'onNewsEnded'>,
  user: SignedInUser,
  alerts: Omit<AlertChoices, 'version'>,
): Promise<Profile> {
  const before = await getProfile(deps, user);
  const endsNews = before.alerts.productNews && !alerts.productNews;
  if (endsNews) await endProductNews(deps, user.userId, user.accountId);
  const profile = await updateProfile(deps, user, { action: 'profile.alerts' }, (trx) =>
    updateAlerts(trx, user, { version: 2, ...alerts }),
  );
  if (endsNews) await deps.onNewsEnded(user.userId);
  return profile;
}

/**
 * Stores a picture given as base64, written anew without anything that does not draw it.
 * @throws AppError `invalid-input` for what is no still picture of the agreed size.
 */
export async function setPicture(deps: Deps, user: SignedInUser, data: string): Promise<Profile> {
  const picture = sanitizePicture(Buffer.from(data, 'base64'), pictureSide);
  if (
    picture === null ||
    picture.width !== pictureSide ||
    picture.height !== pictureSide ||
    picture.bytes.length > pictureMaxBytes
  )
    throw new AppError('invalid-input', undefined, {
      fields: [
        {
          path: 'data',
          message: `Expected a still PNG, JPEG or WebP of ${pictureSide} x ${pictureSide} pixels.`,
        },
      ],
    });
  const { type, bytes } = picture;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return updateProfile(deps, user, { action: 'profile.picture' }, (trx) =>
    savePicture(trx, user.userId, { hash, type, bytes }),
  );
}

export function removePicture(deps: Deps, user: SignedInUser): Promise<Profile> {
  return updateProfile(deps, user, { action: 'profile.picture' }, (trx) =>
    savePicture(trx, user.userId, null),
  );
}

async function readProfile(trx: Transaction<DB>, user: SignedInUser): Promise<Profile> {
  const row = await findProfile(trx, user);
  if (row === null) throw notFound();
  return presentProfile(row);
}

function presentProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    displayName: row.display_name,
    picture: picturePath(row.picture),
    locale: asLanguage(row.locale),
    timeZone: row.time_zone,
    accountName: row.account_name,
    alerts: readAlertChoices(row.alerts),
    deletionScheduledFor: row.deletion_scheduled_for?.toISOString() ?? null,
  };
}
