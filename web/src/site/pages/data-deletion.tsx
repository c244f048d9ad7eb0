import type deletionTexts from '@kindling/locales/en/site-data-deletion.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import type { SiteBrand } from '../site-page.ts';
import { rich, SupportMail } from './rich-text.tsx';

// locale-keys: site-data-deletion.*

export type DeletionTexts = typeof deletionTexts;

interface DeletionPageProps {
  texts: DeletionTexts;
  brand: SiteBrand;
  href(path: string): string;
}

/** The state of one deletion request. The server fills in which state applies, and the figures. */
export function DeletionPage({ texts, brand, href }: DeletionPageProps) {
  const { states, facts, scope } = texts;
  return (
    <div className="wrap deletion">
      <header className="deletion-head">
        <h1>{texts.title}</h1>
        <p className="lead">{fillText(texts.lead, { brand: brand.name })}</p>
      </header>
      <section className="deletion-card" aria-labelledby="state">
        <h2 id="state">
          <span data-if="deletion.waiting" className="deletion-state deletion-waiting">
            {states.waiting.title}
          </span>
          <span data-if="deletion.done" className="deletion-state">
            {states.done.title}
          </span>
          <span data-if="deletion.nothing" className="deletion-state">
            {states.nothing.title}
          </span>
        </h2>
        <p data-if="deletion.waiting">{states.waiting.text}</p>
        <p data-if="deletion.done">{states.done.text}</p>
        <p data-if="deletion.nothing">{states.nothing.text}</p>
        <dl className="deletion-facts">
          <Fact name={facts.code}>
            <code translate="no">[[deletion.code]]</code>
          </Fact>
          <Fact name={facts.received}>[[deletion.received]]</Fact>
          <Fact name={facts.done} when="deletion.done">
            [[deletion.done]]
          </Fact>
          <Fact name={facts.connections} when="deletion.found">
            [[deletion.connections]]
          </Fact>
          <Fact name={facts.listings} when="deletion.found">
            [[deletion.listings]]
          </Fact>
          <Fact name={facts.reviews} when="deletion.found">
            [[deletion.reviews]]
          </Fact>
        </dl>
      </section>
      <section className="deletion-scope" aria-labelledby="scope">
        <h2 id="scope">{scope.title}</h2>
        <ul>
          {Object.entries(scope.points).map(([key, point]) => (
            <li key={key}>{rich(point, { brand: brand.name })}</li>
          ))}
        </ul>
        <p className="muted">{rich(texts.help, { email: <SupportMail /> })}</p>
        <div className="actions">
          <Button href={href('/privacy-policy')} look="quiet">
            {texts.privacy}
          </Button>
        </div>
      </section>
    </div>
  );
}

/** `when`: a placeholder; the server removes the fact when it has no value. */
function Fact({ name, when, children }: { name: string; when?: string; children: ReactNode }) {
  return (
    <div {...(when === undefined ? {} : { 'data-if': when })}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
