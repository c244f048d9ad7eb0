import { languageTag } from '@kindling/contract/site';
import type selfHostTexts from '@kindling/locales/en/site-self-host.json';
import { Button } from '../kit/button.tsx';
import { FeatureList } from '../kit/feature-list.tsx';
import { Hero } from '../kit/hero.tsx';
import { Section } from '../kit/section.tsx';
import { Terminal } from '../kit/terminal.tsx';
import type { PageProps, SitePage } from '../site-page.ts';
import { rich } from './rich-text.tsx';

// locale-keys: site-self-host.*

type SelfHostTexts = typeof selfHostTexts;

const needs = ['node', 'database', 'web', 'keys'] as const;
/** As README.md and docs/performance.md tell them; decimal units. */
const figures = { ram: 338, disk: 480, process: 1 } as const;
const databaseCode = `export KINDLING_SECRET=$(openssl rand -base64 48)
DATABASE_URL=postgres://kindling:password@db.example.com/kindling npm start`;
const backupCode = `npm start -- backup /mnt/backups/kindling
npm start -- verify-backup /mnt/backups/today.backup
npm start -- restore /mnt/backups/today.backup --journal /mnt/backups/kindling/erasure-journal`;
const serviceCode = 'docker compose up -d --build';

function SelfHost(props: PageProps<SelfHostTexts>) {
  const { texts, href } = props;
  const { hero, terminal, more } = texts;
  return (
    <>
      <Hero
        title={hero.title}
        lead={hero.lead}
        actions={
          <Button href={href('/docs')} look="quiet">
            {hero.docs}
          </Button>
        }
        picture={
          <Terminal
            label={terminal.label}
            lines={[
              { command: 'npm start', comment: terminal.start },
              { command: 'npm test', comment: terminal.test },
            ]}
          />
        }
      />
      <Section id="needs" title={texts.needs.title} lead={texts.needs.lead} tone="sunken">
        <Figures {...props} />
        <FeatureList columns={2} items={needs.map((key) => ({ key, ...texts.needs[key] }))} />
      </Section>
      <Text id="data" {...texts.data} code={databaseCode} />
      <Text id="backups" {...texts.backups} code={backupCode} tone="sunken" />
      <Text id="service" {...texts.service} code={serviceCode} />
      <Section id="more" title={more.title} tone="warm" heading="center">
        <div className="self-more">
          <p className="lead">{rich(more.text)}</p>
          <div className="actions">
            <Button href={href('/docs')}>{more.docs}</Button>
            <Button href={href('/status')} look="quiet">
              {more.status}
            </Button>
          </div>
        </div>
      </Section>
    </>
  );
}

function Figures({ texts: { facts }, language }: PageProps<SelfHostTexts>) {
  const megabytes = new Intl.NumberFormat(languageTag(language), { style: 'unit', unit: 'megabyte' });
  const shown = [
    { figure: megabytes.format(figures.ram), what: facts.ram },
    { figure: megabytes.format(figures.disk), what: facts.disk },
    { figure: String(figures.process), what: facts.process },
  ];
  return (
    <>
      <dl className="self-facts">
        {shown.map(({ figure, what }) => (
          <div key={what}>
            <dt translate="no">{figure}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="small self-note">{facts.source}</p>
    </>
  );
}

interface TextProps {
  id: string;
  title: string;
  text: readonly string[];
  code: string;
  tone?: 'plain' | 'sunken';
}

function Text({ id, title, text, code, tone = 'plain' }: TextProps) {
  return (
    <Section id={id} title={title} heading="aside" tone={tone}>
      <div className="self-text">
        {text.map((paragraph) => (
          <p key={paragraph}>{rich(paragraph)}</p>
        ))}
        <pre translate="no">
          <code>{code}</code>
        </pre>
      </div>
    </Section>
  );
}

export const selfHostPage: SitePage<SelfHostTexts> = {
  path: '/self-host',
  area: 'site-self-host',
  css: 'pages/self-host.css',
  title: ({ meta }) => meta.title,
  description: ({ meta }) => meta.description,
  Body: SelfHost,
};
