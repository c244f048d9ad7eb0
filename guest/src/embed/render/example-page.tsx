/** An example of an owner's page around an embed, by the place where its layout usually stands. */
import type { EmbedLayout } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { plainText } from '../../kit/plain-text.ts';
import { type PreviewTexts, previewTextsOf } from '../../kit/preview-texts.ts';

/** `section` of a start page; beside a `column` of text; a `page` of its own; in a `corner` of the window; in an e-`mail`. */
type Place = 'section' | 'column' | 'page' | 'corner' | 'hero' | 'mail';

const placesByLayout: Partial<Record<EmbedLayout, Place>> = {
  sidebar: 'column',
  wall: 'page',
  floating: 'corner',
  toast: 'corner',
  'badge-corner': 'corner',
  'badge-line': 'hero',
  'badge-card': 'hero',
  'badge-sources': 'hero',
  'badge-ribbon': 'hero',
  'badge-picture': 'mail',
};

type ExampleSnapshot = Pick<Snapshot, 'code' | 'settings' | 'businessName'>;

/** The body of the page; `examplePageCss` is its style sheet. The embed's own script fills its element. */
export function renderExamplePage({ code, settings, businessName }: ExampleSnapshot): string {
  const texts = previewTextsOf(settings.language);
  const name = plainText(businessName) || texts.text('anyName');
  // Without the reserved height of the pasted code, which takes long to compute; nothing below must stay in its place.
  const embed = createElement('kindling-reviews', { code });
  const place = placesByLayout[settings.layout] ?? 'section';
  return renderToStaticMarkup(
    <div className={`site site-${place}`}>
      {place === 'mail' ? (
        <Mail name={name} texts={texts} embed={embed} />
      ) : (
        <Site name={name} texts={texts} embed={embed} place={place} />
      )}
    </div>,
  );
}

interface PageProps {
  name: string;
  texts: PreviewTexts;
  embed: ReactNode;
}

function Site({ name, texts: { text }, embed, place }: PageProps & { place: Place }) {
  return (
    <>
      <div className="head">
        <div className="wrap">
          <span className="brand">{name}</span>
          <span className="links">
            <span>{text('about')}</span>
            <span>{text('hours')}</span>
            <span>{text('contact')}</span>
          </span>
        </div>
      </div>
      {place === 'page' ? (
        <div className="wrap all">
          <h1>{text('reviews')}</h1>
          {embed}
        </div>
      ) : (
        <>
          <div className="wrap hero">
            <div>
              <h1>{text('welcome')}</h1>
              <p className="lead">{text('intro')}</p>
              <span className="action">{text('contact')}</span>
              {place === 'hero' ? <div className="badge">{embed}</div> : null}
            </div>
            <div className="art" aria-hidden="true" />
          </div>
          <Middle texts={{ text }} embed={embed} place={place} />
        </>
      )}
      <div className="foot">
        <div className="wrap">
          <span>{name}</span>
          <span className="links">
            <span>{text('legal')}</span>
            <span>{text('privacy')}</span>
          </span>
        </div>
      </div>
      {place === 'corner' ? embed : null}
    </>
  );
}

function Middle({
  texts: { text },
  embed,
  place,
}: {
  texts: Pick<PreviewTexts, 'text'>;
  embed: ReactNode;
  place: Place;
}) {
  const facts = (
    <div className="facts">
      <div>
        <h2>{text('about')}</h2>
        <p>{text('aboutText')}</p>
      </div>
      <div>
        <h2>{text('hours')}</h2>
        <p>{text('hoursText')}</p>
      </div>
      <div>
        <h2>{text('visit')}</h2>
        <p>{text('visitText')}</p>
      </div>
    </div>
  );
  if (place === 'column')
    return (
      <div className="wrap beside">
        {facts}
        <div className="column">{embed}</div>
      </div>
    );
  return (
    <>
      {place === 'section' ? (
        <div className="band">
          <div className="wrap">
            <h2 className="heading">{text('reviews')}</h2>
            {embed}
          </div>
        </div>
      ) : null}
      <div className="wrap">{facts}</div>
    </>
  );
}

function Mail({ name, texts: { text }, embed }: PageProps) {
  return (
    <div className="letter">
      <h1>{text('mailSubject')}</h1>
      <p className="from">{name}</p>
      <p>{text('mailGreeting')}</p>
      <p>{text('mailText')}</p>
      <p>
        {text('mailClosing')}
        <br />
        {name}
      </p>
      <div className="signature">{embed}</div>
    </div>
  );
}

/** The title of the document of an example page, as text. */
export function examplePageTitle({ settings, businessName }: ExampleSnapshot): string {
  const texts = previewTextsOf(settings.language);
  return texts.text('title', { name: plainText(businessName) || texts.text('anyName') });
}

/** With a `data-theme` of `light` or `dark` at the root. */
export const examplePageCss = `
:root{--page:#fff;--ink:#1d2433;--soft:#586173;--rule:#e2e5eb;--band:#f6f5f1;--mark:#2b5f52;--on:#fff;--a:#dfe9e3;--b:#e9c9a6;--c:#8fb3a4;color-scheme:light}
:root[data-theme=dark]{--page:#14171d;--ink:#e9ebef;--soft:#a6afbc;--rule:#2c313a;--band:#1a1e26;--mark:#93cbb8;--on:#11241e;--a:#1f2b29;--b:#5b4a37;--c:#2f5549;color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
h1,h2,p{margin:0}
kindling-reviews{display:block}
.wrap{max-width:1080px;margin:0 auto;padding:0 24px}
.head{border-bottom:1px solid var(--rule)}
.head .wrap,.foot .wrap{display:flex;justify-content:space-between;align-items:center;gap:24px;min-height:68px}
.brand{font:600 20px/1.2 Georgia,serif}
.links{display:flex;gap:24px;color:var(--soft);font-size:15px}
.hero{display:grid;gap:40px;align-items:center;padding-block:56px}
.hero h1,.all h1,.heading{font:600 44px/1.15 Georgia,serif;letter-spacing:-.01em}
.lead{margin:14px 0 24px;max-width:36em;color:var(--soft);font-size:18px}
.action{display:inline-block;padding:11px 20px;border-radius:6px;background:var(--mark);color:var(--on);font-weight:600}
.badge{margin-top:28px}
.art{height:260px;border-radius:14px;background:radial-gradient(circle at 74% 30%,var(--b) 0 15%,transparent 15.4%),radial-gradient(ellipse at 20% 115%,var(--c) 0 46%,transparent 46.3%),radial-gradient(ellipse at 85% 125%,var(--mark) 0 44%,transparent 44.3%),var(--a)}
.band{background:var(--band);padding:48px 0 56px}
.heading{margin-bottom:24px;font-size:30px}
.facts{display:grid;gap:28px;padding:48px 0 56px}
.facts h2{margin-bottom:6px;font:600 19px/1.3 Georgia,serif}
.facts p{color:var(--soft)}
.all{padding-block:40px 64px;max-width:1200px}
.all h1{margin-bottom:28px;font-size:36px}
.foot{border-top:1px solid var(--rule);color:var(--soft);font-size:14px}
.beside{display:grid;gap:24px}
.column{padding-bottom:56px}
.letter{max-width:680px;margin:32px auto;padding:28px 32px;border:1px solid var(--rule);border-radius:10px}
.letter p{margin-top:16px}
.letter h1{font-size:22px;line-height:1.3}
.letter .from{margin:4px 0 0;padding-bottom:14px;border-bottom:1px solid var(--rule);color:var(--soft);font-size:14px}
.signature{margin-top:20px}
@media(max-width:719px){.wrap{padding:0 16px}.head .links{display:none}.hero{padding-block:32px}.hero h1{font-size:34px}.art{height:150px}.letter{margin:12px;padding:20px}}
@media(min-width:720px){.hero{grid-template-columns:1.1fr 1fr}.facts{grid-template-columns:repeat(3,1fr)}.beside{grid-template-columns:minmax(0,1fr) 320px}.beside .facts{grid-template-columns:1fr;align-content:start}.column{padding-top:48px}}
`;
