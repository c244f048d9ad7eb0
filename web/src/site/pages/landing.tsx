import { Button } from '../kit/button.tsx';
import { Hero } from '../kit/hero.tsx';
import type { PageProps, SitePage } from '../pages.ts';
import { Sample } from '../sample.tsx';
import type { SiteTexts } from '../texts.ts';

type Texts = SiteTexts;

function Landing({ site, brand, language, href }: PageProps<Texts>) {
  return (
    <Hero
      title={site.nav.home}
      lead={site.footer.promise}
      actions={<Button href={href('/auth/sign-up')}>{site.nav.signUp}</Button>}
      picture={<Sample site={site} brand={brand.name} language={language} />}
    />
  );
}

export const landingPage: SitePage<Texts> = {
  path: '/',
  area: 'site',
  Body: Landing,
  title: (texts) => texts.nav.home,
  description: (texts) => texts.footer.promise,
};
