import type { CollectPage } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import type { PipelineSettings, VisitorRating } from '@kindling/contract/pipeline-settings';
import { renderCollectPage } from '@kindling/guest/collect/collect-page';
import { fillMarkers } from '@kindling/guest/collect/markers';
import { inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { notFound } from '../../lib/app-error.ts';
import type { PipelinesDeps } from './deps.ts';
import { readPageView } from './page-view.ts';

export interface PreviewInput {
  id: string;
  locationId: string | null;
  settings: PipelineSettings;
  language: Language;
  step: CollectPage['step'];
  rating: VisitorRating;
}

/**
 * The visitor's page with settings that are not saved, by the renderer of the real page. It has no script and no token, so
 * nothing can be sent from it.
 * @throws AppError `not-found` for a pipeline or location that the caller does not see.
 */
export async function previewPage(
  { db, reviewSites }: Pick<PipelinesDeps, 'db' | 'reviewSites'>,
  { accountId }: SignedInUser,
  { id, locationId, settings, language, step, rating }: PreviewInput,
): Promise<string> {
  const view = await inTenant(db, accountId, (trx) => readPageView(reviewSites, trx, accountId, id));
  const location = view?.locations.find((one) => locationId === null || one.id === locationId);
  if (view === null || location === undefined) throw notFound();
  const page: CollectPage = {
    path: `/c/${view.slug}`,
    step,
    sent: step === 'thanks' ? 'review' : null,
    rating: step === 'rate' ? null : rating,
    business: view.business,
    location,
    several: view.locations.length > 1,
    settings,
    kiosk: null,
    invited: false,
    howWeAskUrl: '#',
    withdrawUrl: step === 'thanks' ? '#' : null,
    consentVersions: { review: '', message: '' },
  };
  return fillMarkers(renderCollectPage(page, language, null), {
    token: '',
    key: '',
    challenge: '',
    path: '',
  });
}
