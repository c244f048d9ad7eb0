/** For tests only: a built site of two pages, and the web server's public part over it, without a database. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { languages } from '@kindling/contract/constants';
import {
  deletionPageName,
  type SiteManifest,
  siteManifestFile,
  sitePageFile,
  statusPath,
} from '@kindling/contract/site';
import { tourPath } from '@kindling/contract/site-address';
import { createLocalLimits } from '@kindling/service/limits';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createHttpServer } from '../http/server.ts';
import { loadSite } from '../http/site/documents.ts';
import { createErrorPage } from '../http/site/error-pages.ts';
import type { Installation } from '../http/site/placeholders.ts';
import { createStatusPage, type StatusChecks } from '../http/site/status-page.ts';
import { serveStaticPages } from '../http/static-pages.ts';

export interface TestSite {
  app: FastifyInstance;
  folder: string;
  close(): Promise<void>;
}

export interface TestSiteOptions {
  installation?: Partial<Installation>;
  appPaths?: readonly string[];
  today?: () => Date;
  /** For the page about the state. */
  checks?: Partial<StatusChecks>;
  /** Puts the pages into the folder of the web build; `writeTestSite` when left out. */
  write?: (folder: string) => Promise<void>;
}

const inEveryLanguage = (text: string) =>
  Object.fromEntries(
    languages.map((language) => [language, `${text} ${language}`]),
  ) as SiteManifest['pages'][number]['title'];

export const testInstallation: Installation = {
  brand: {
    name: 'Kindling',
    tagline: 'Ignite Your Business with Reviews',
    supportEmail: 'support@example.com',
    primaryColor: '#3B82EC',
  },
  publicUrl: 'https://reviews.example.com',
  operator: {
    name: 'Example Ltd',
    address: null,
    country: null,
    email: 'support@example.com',
    phone: null,
    representative: null,
    register: null,
    vatId: null,
  },
  prices: { monthly: 15, yearly: 144, currency: 'USD' },
  subprocessors: [],
  payments: null,
  helpDesk: null,
  assistant: null,
};

/** Writes a build of the public pages: each shows its name and language, and the placeholders that tests need. */
export async function writeTestSite(folder: string): Promise<void> {
  const paths = ['/', '/pricing', '/reviews', tourPath];
  const manifest: SiteManifest = {
    pages: paths.map((page) => ({
      path: page,
      title: inEveryLanguage(page),
      description: inEveryLanguage(`about ${page}`),
      styles: page === '/' ? ["'sha256-c3R5bGU='"] : [],
    })),
  };
  const files: Record<string, string> = { [siteManifestFile]: JSON.stringify(manifest) };
  const names = {
    index: '/',
    pricing: '/pricing',
    reviews: '/reviews',
    tour: tourPath,
    404: 'not found',
    500: 'failed',
  };
  for (const language of languages)
    for (const [name, words] of Object.entries(names))
      files[sitePageFile(name, language)] =
        `<!doctype html><style data-brand></style><title>${words} ${language}</title><p>[[brand.name]] [[year]] [[request.id]]</p>${'<p>more</p>'.repeat(40)}`;
  const deletion = ['code', 'received', 'done', 'nothing', 'waiting', 'connections', 'listings', 'reviews'];
  for (const language of languages)
    files[sitePageFile(deletionPageName, language)] =
      `<!doctype html><title>deletion ${language}</title>${deletion.map((name) => `<p data-if="deletion.${name}">${name}: [[deletion.${name}]]</p>`).join('')}`;
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
}

/** Nothing is wrong, and nothing has happened. */
const quietChecks: StatusChecks = {
  checkDatabase: () => Promise.resolve(),
  readLastSync: () => Promise.resolve(null),
  isReadOnly: () => false,
  readNotices: () => Promise.resolve([]),
};

export async function startTestSite(options: TestSiteOptions = {}): Promise<TestSite> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-site-'));
  await (options.write ?? writeTestSite)(folder);
  await writeFile(
    path.join(folder, 'app.html'),
    '<!doctype html><style data-brand></style><title>app</title>',
  );
  await writeFile(path.join(folder, 'prefs.js'), '// preferences\n'.repeat(20));
  const installation = { ...testInstallation, ...options.installation };
  const documents = loadSite(folder, installation, options.today);
  const log = pino({ level: 'silent' });
  const app = await createHttpServer({
    log,
    limits: createLocalLimits(),
    trustProxy: [],
    errorPage: createErrorPage(documents, null),
  });
  app.get('/broken', { config: { access: 'public' } }, () => {
    throw new Error('broken on purpose');
  });
  await serveStaticPages(app, {
    folder,
    documents,
    publicUrl: installation.publicUrl,
    identityOrigin: 'https://id.example.com',
    clientId: 'client-1',
    helpDeskUrl: null,
    appPaths: options.appPaths ?? ['/dashboard', '/reviews', '/auth/sign-in'],
    live: new Map([[statusPath, createStatusPage(documents, { ...quietChecks, ...options.checks })]]),
    log,
  });
  return {
    app,
    folder,
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
