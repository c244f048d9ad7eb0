import type embeddingTexts from '@kindling/locales/en/site-embedding.json';
import { Fragment } from 'react';
import { type Chapter, Prose } from '../kit/prose.tsx';
import type { PageProps, SitePage } from '../site-page.ts';
import { embeddingCode } from './embedding-code.ts';
import { Paragraphs, rich, SupportMail, type Values } from './rich-text.tsx';

// locale-keys: site-embedding.*

type EmbeddingTexts = typeof embeddingTexts;
type PartName = keyof EmbeddingTexts['parts'];
/** The parts of a chapter, in their order on the page. */
interface Part {
  title: string;
  text?: string[];
  steps?: string[];
  points?: string[];
  note?: string;
}
/** Code of a chapter: below the paragraph with the same index, and at the end of the chapter. */
interface PartCode {
  below?: readonly string[];
  end?: string;
}

function codeOf(texts: EmbeddingTexts): Partial<Record<PartName, PartCode>> {
  const code = embeddingCode(texts.sampleTitle);
  const { csp } = texts.parts;
  const lines = (['script', 'iframe', 'json'] as const).map((way) => `# ${csp[way]}\n${code.csp[way]}`);
  return {
    script: { below: [code.script] },
    html: { end: code.html },
    react: { below: [code.react, code.types], end: code.next },
    loader: { below: [code.loader] },
    iframe: { below: [code.iframe, code.height] },
    fragment: { below: [code.fragment] },
    json: { below: [code.json] },
    csp: { below: [lines.join('\n\n'), code.reserve] },
  };
}

function Embedding({ texts, site, brand, href }: PageProps<EmbeddingTexts>) {
  const codes = codeOf(texts);
  const values: Values = {
    brand: brand.name,
    email: <SupportMail />,
    privacy: (
      <a className="link" href={href('/privacy-policy')}>
        {texts.parts.privacy.link}
      </a>
    ),
  };
  const chapters = (Object.entries(texts.parts) as [PartName, Part][]).map(
    ([id, part]): Chapter => ({
      id,
      title: part.title,
      body: <Body part={part} code={codes[id] ?? {}} values={values} />,
    }),
  );
  return (
    <Prose
      title={texts.title}
      lead={texts.lead}
      note={texts.sampleNote}
      contents={site.prose.contents}
      chapters={chapters}
    />
  );
}

function Body({ part, code, values }: { part: Part; code: PartCode; values: Values }) {
  const { text = [], steps = [], points = [], note } = part;
  return (
    <>
      {text.map((paragraph, at) => (
        <Fragment key={paragraph}>
          <p>{rich(paragraph, values)}</p>
          <Code text={code.below?.[at]} />
        </Fragment>
      ))}
      {steps.length === 0 ? null : (
        <ol>
          {steps.map((step) => (
            <li key={step}>{rich(step, values)}</li>
          ))}
        </ol>
      )}
      <Paragraphs texts={points.map((point) => `- ${point}`)} values={values} />
      {note === undefined ? null : <p className="guide-note">{rich(note, values)}</p>}
      <Code text={code.end} />
    </>
  );
}

function Code({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <pre className="guide-code" translate="no">
      <code>{text}</code>
    </pre>
  );
}

export const embeddingPage: SitePage<EmbeddingTexts> = {
  path: '/embedding',
  area: 'site-embedding',
  css: 'pages/embedding.css',
  title: (texts) => texts.meta.title,
  description: (texts) => texts.meta.description,
  Body: Embedding,
};
