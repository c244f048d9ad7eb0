import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainDesign } from '@kindling/contract/code-looks';
import { outlinedText } from '@kindling/guest/qr/frame-text';
import { makeMatrix } from '@kindling/guest/qr/matrix';
import { codeSvg } from '@kindling/guest/qr/svg';
import { inSystem } from '../../db/transaction.ts';
import { runEvery } from '../../lib/run-every.ts';
import { deriveKey } from '../../lib/secret-box.ts';
import { defineSlice, type SharedServices, type Stop } from '../../slices/slice.ts';
import { embedTrafficSlice } from '../embed-traffic/module.ts';
import { unsubscribe } from '../review-requests/index.ts';
import { reviewRequestsSlice } from '../review-requests/module.ts';
import { createProofChallenge, verifyProof } from '../submissions/index.ts';
import { submissionsSlice } from '../submissions/module.ts';
import { mountBusinessPages } from './business-pages.ts';
import type { CollectPagesDeps, PageProofs } from './deps.ts';
import { createDocuments } from './documents.ts';
import { createDoorTraffic } from './door-traffic.ts';
import { createGuessLimit } from './guess-limit.ts';
import { mountKioskLinks } from './kiosk-links-route.ts';
import { loadPage } from './load-page.ts';
import { createPageStore } from './page-store.ts';
import { mountPages } from './public-routes.ts';
import { listExisting } from './queries.ts';
import { mountScript, type PageScript } from './script-route.ts';
import { mountUnsubscribe } from './unsubscribe-routes.ts';
import { mountWithdrawal } from './withdraw-routes.ts';

/** Visits of one network that are counted; the visitors of a shop share one. */
const maxVisitsPerMinute = 600;
/** Clicks of one network that are counted. */
const maxClicksPerMinute = 60;
/** Forms of one network that are refused with their page. */
const maxRefusalsPerMinute = 60;
/** Of one network; many recipients share the one of their mail provider, which opens links. */
const maxUnsubscribePagesPerMinute = 600;
/** Of rendered pages in memory. */
const maxDocumentBytes = 64 * 1024 * 1024;
/** How often counts are written. */
const flushMs = 15_000;
const dayMs = 86_400_000;

export const collectPagesSlice = defineSlice({
  name: 'collect-pages',
  build(shared) {
    const { settings, db, log, limits } = shared;
    const { reviewSites } = shared.platforms;
    const submissions = submissionsSlice.module(shared);
    const reviewRequests = reviewRequestsSlice.module(shared);
    const script = readScript(shared.guestFolder);
    const deps: CollectPagesDeps = {
      db,
      log,
      failures: shared.failures,
      publicUrl: settings.publicUrl,
      store: createPageStore({
        listAccounts: (ids) => inSystem(db, (trx) => listExisting(trx, ids)),
        load: (address) => loadPage({ db, reviewSites }, address),
        folder: join(settings.dataFolder, 'pages'),
        log,
      }),
      traffic: createDoorTraffic({ db, log, placeOf: embedTrafficSlice.module(shared).places.placeOf }),
      visits: limits.create({ name: 'page-visits', max: maxVisitsPerMinute, windowSeconds: 60 }),
      clicks: limits.create({ name: 'page-clicks', max: maxClicksPerMinute, windowSeconds: 60 }),
      refusals: limits.create({ name: 'refused-forms', max: maxRefusalsPerMinute, windowSeconds: 60 }),
      unsubscribePages: limits.create({
        name: 'unsubscribe-pages',
        max: maxUnsubscribePagesPerMinute,
        windowSeconds: 60,
      }),
      guesses: createGuessLimit(limits),
      documents: createDocuments(maxDocumentBytes),
      intake: submissions.intake,
      submissions: submissions.deps,
      proofs: createProofs(settings.secret),
      formKeys: submissions.formKeys,
      unsubscribe: (ref) => unsubscribe(reviewRequests.deps, ref),
      scriptPath: script.path,
      kioskQr: (path) => drawQr(settings.publicUrl + path),
    };
    return {
      deps,
      web: () => ({
        async mount(app) {
          mountScript(app, script);
          await mountPages(app, deps);
          mountKioskLinks(app, deps);
          await mountWithdrawal(app, deps);
          await mountUnsubscribe(app, deps);
          mountBusinessPages(app, deps);
        },
      }),
      startWebTasks: () => startWebTasks(shared, deps),
      close: () => deps.traffic.flush(),
    };
  },
});

function startWebTasks({ changes, log }: SharedServices, { store, traffic }: CollectPagesDeps): Stop {
  const unsubscribe = changes.subscribe('pages', (accountId) => store.notifyChanged(accountId));
  // A process that is started every day never gets as far as the second time.
  const cleaning = store
    .deleteOldCopies()
    .catch((error: unknown) => log.error({ err: error }, 'Old copies of pages were not deleted'));
  const stops = [
    runEvery(flushMs, () => traffic.flush(), log),
    runEvery(dayMs, () => store.deleteOldCopies(), log),
  ];
  return async () => {
    unsubscribe();
    await cleaning;
    for (const stop of stops) await stop();
  };
}

/** A challenge lives for minutes, so it needs no former key. */
function createProofs(secret: string): PageProofs {
  const key = deriveKey(secret, 'visitor-proofs').toString('base64url');
  return {
    create: (page) => createProofChallenge(key, { code: page }),
    async verify(page, solution) {
      const result = await verifyProof(key, { code: page }, solution);
      return result.state === 'ok' ? result : null;
    },
  };
}

function readScript(folder: string): PageScript {
  const text = readFileSync(join(folder, 'collect.js'), 'utf8');
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return { path: `/collect/${hash}.js`, text };
}

function drawQr(address: string): string {
  const matrix = makeMatrix(address, 'M');
  if (matrix === null) throw new Error('The address of a page is too long for a QR code.');
  return codeSvg(matrix, { design: plainDesign, callToAction: '', text: outlinedText, width: 320 }).svg;
}
