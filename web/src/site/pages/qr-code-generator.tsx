import { pathOf } from '@kindling/contract/screens';
import { fillText } from '@kindling/locales/fill-text.ts';
import { CallToAction } from '../kit/call-to-action.tsx';
import { Faq } from '../kit/faq.tsx';
import { FeatureList } from '../kit/feature-list.tsx';
import { Hero } from '../kit/hero.tsx';
import { Section } from '../kit/section.tsx';
import { StartButton } from '../kit/start-button.tsx';
import type { FaqEntry, PageProps, SitePage } from '../site-page.ts';
import { Generator, type QrTexts } from './qr/generator.tsx';

// locale-keys: site-qr.*

/** The address in the code of each kind. The shop is invented; the server fills in its own address. */
const insides = { free: 'https://bakery.example/menu', paid: '[[public.url]]/q/k7m2p9x4qd' } as const;
const tips = ['margin', 'size', 'try', 'ask'] as const;

function QrPage(props: PageProps<QrTexts>) {
  const { texts, brand } = props;
  const named = (text: string) => fillText(text, { brand: brand.name });
  const { closing, static: difference, print } = texts;
  return (
    <>
      <Hero
        layout="below"
        title={texts.hero.title}
        lead={texts.hero.lead}
        note={texts.hero.note}
        picture={<Generator texts={texts} />}
      />
      <Section id="static-or-dynamic" tone="sunken" title={difference.title} lead={difference.lead}>
        <div className="qr-kinds">
          {(['free', 'paid'] as const).map((kind) => (
            <div key={kind} className="qr-kind">
              <code translate="no">{insides[kind]}</code>
              <h3>{named(difference[kind].title)}</h3>
              <ul className="points">
                {difference[kind].points.map((point) => (
                  <li key={point}>{named(point)}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <p className="small qr-kinds-note">{difference.note}</p>
      </Section>
      <Section id="print" heading="aside" title={print.title}>
        <FeatureList columns={2} items={tips.map((key) => ({ key, ...print[key] }))} />
      </Section>
      <Section id="faq" tone="sunken" heading="aside" title={texts.faq.title}>
        <Faq entries={entries(texts).map(({ q, a }) => ({ q: named(q), a: named(a) }))} />
      </Section>
      <CallToAction
        title={closing.title}
        text={named(closing.text)}
        note={closing.note}
        actions={
          <StartButton {...props} screen={pathOf('qrCodes')}>
            {closing.action}
          </StartButton>
        }
      />
    </>
  );
}

function entries(texts: QrTexts): FaqEntry[] {
  return texts.faq.entries;
}

export const qrPage: SitePage<QrTexts> = {
  path: '/qr-code-generator',
  area: 'site-qr',
  css: 'pages/qr/qr.css',
  script: 'pages/qr/qr.entry.ts',
  title: (texts) => texts.meta.title,
  description: (texts) => texts.meta.description,
  faq: entries,
  Body: QrPage,
};
