/** The list of public pages: the build renders them, the site map links to them, and tests check them. */
import { docsPage } from './pages/docs.tsx';
import { embeddingPage } from './pages/embedding.tsx';
import { galleryPage } from './pages/gallery/gallery.tsx';
import { imprintPage } from './pages/imprint.tsx';
import { landingPage } from './pages/landing/landing.tsx';
import { privacyPage, processingPage, termsPage } from './pages/legal.tsx';
import { nfcPage } from './pages/nfc.tsx';
import { platformsPage } from './pages/platforms.tsx';
import { presencePage } from './pages/presence.tsx';
import { pricingPage } from './pages/pricing.tsx';
import { qrPage } from './pages/qr-code-generator.tsx';
import { reviewsPage } from './pages/reviews.tsx';
import { selfHostPage } from './pages/self-host.tsx';
import { statusPage } from './pages/status.tsx';
import type { SitePage } from './site-page.ts';

/** In the order of the site map. */
export const pages: readonly SitePage[] = [
  landingPage,
  presencePage,
  reviewsPage,
  platformsPage,
  nfcPage,
  pricingPage,
  qrPage,
  galleryPage,
  embeddingPage,
  selfHostPage,
  docsPage,
  statusPage,
  termsPage,
  privacyPage,
  processingPage,
  imprintPage,
];
