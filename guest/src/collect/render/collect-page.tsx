/**
 * The page on which a visitor rates and writes: both steps in one document, which works without JavaScript. Values of one
 * visitor are markers, so that a rendered page can be cached (`fillMarkers`).
 */
import { type CollectPage, pageMarkers } from '@kindling/contract/collect-page';
import type { Language } from '@kindling/contract/constants';
import { svgAddress } from '../../qr/svg-address.ts';
import { ownAddress } from './addresses.ts';
import { MessageBox, ReviewForm } from './answer-forms.tsx';
import { type ClientTexts, clientTextKeys } from './client-texts.ts';
import { DigitalCard } from './digital-card.tsx';
import { cleanPage } from './markers.tsx';
import { ownTexts, sentenceName } from './own-texts.ts';
import { GivenRating, hasLinks, type PartProps, PublicLinks } from './parts.tsx';
import { RateStep } from './rate-step.tsx';
import { renderShell } from './shell.tsx';
import { collectTextsOf } from './texts.ts';

/** @param script address of `dist/guest/collect.js`, or null for a page that works by its forms alone */
export function renderCollectPage(page: CollectPage, language: Language, script: string | null): string {
  const texts = collectTextsOf(language);
  const clean = cleanPage(page);
  const name = sentenceName(clean.business.name);
  return renderShell(
    {
      language,
      title: texts.text('title', { name }),
      path: clean.path,
      business: clean.business,
      settings: clean.settings,
      large: clean.kiosk !== null,
      script,
    },
    <Steps page={clean} language={language} texts={texts} />,
  );
}

function Steps(props: PartProps) {
  const { page, texts } = props;
  const name = sentenceName(page.business.name);
  const clientTexts = Object.fromEntries(
    clientTextKeys.map((key) => [key, texts.text(key)]),
  ) satisfies Partial<ClientTexts>;
  return (
    <>
      <main
        data-path={page.path}
        data-step={page.step}
        data-threshold={page.settings.threshold}
        data-challenge={pageMarkers.challenge}
        data-texts={JSON.stringify(clientTexts)}
        data-idle={page.kiosk?.idleSeconds}
      >
        <RateStep {...props} />
        <div id="answer" className={classNames.answer} hidden={page.step === 'rate'}>
          <AnswerHead {...props} />
          <Links {...props} />
          <ReviewForm {...props} name={name} />
          <MessageBox {...props} name={name} />
          {page.step !== 'thanks' &&
            (page.kiosk ? (
              <button type="button" className={`${classNames.mainButton} ${classNames.later}`} data-finish>
                {texts.text('finish')}
              </button>
            ) : (
              <Withdrawal page={page} texts={texts} later />
            ))}
        </div>
      </main>
      <p id="notice" className={classNames.notice} role="status">
        {page.returned?.form === 'rate' ? texts.text(page.returned.fault) : null}
      </p>
      {/* Nothing would lead back from there on a tablet without a browser's bar. */}
      {page.contact != null && <DigitalCard contact={page.contact} texts={texts} />}
      <footer className={classNames.pageFooter}>
        {!page.kiosk && <a href={ownAddress(page.howWeAskUrl)}>{texts.text('howWeAsk')}</a>}
      </footer>
    </>
  );
}

/** The same height for every rating and every state, because the links follow it. */
function AnswerHead({ page, language, texts }: PartProps) {
  const own = ownTexts(page.settings, language);
  const example = page.settings.ratingStyle === 'thumbs' ? 'up' : 5;
  return (
    <div className={classNames.answerHead}>
      <svg className={classNames.check} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 12.5l5.5 5.5L20 7" />
      </svg>
      <h1 id="rated" tabIndex={-1} hidden={page.step === 'thanks'}>
        {texts.text('rated')}
      </h1>
      <h1 id="thanks" tabIndex={-1} dir="auto" hidden={page.step !== 'thanks'}>
        {own.thanksTitle ?? texts.text('thanksTitle')}
      </h1>
      <p className={classNames.status}>
        <span id="given">
          <GivenRating rating={page.rating ?? example} texts={texts} />
        </span>
        <span id="status" role="status">
          {texts.text('saved')}
        </span>
      </p>
      <Thanks page={page} language={language} texts={texts} />
    </div>
  );
}

function Thanks({ page, language, texts }: PartProps) {
  const name = sentenceName(page.business.name);
  const own = ownTexts(page.settings, language);
  return (
    <div id="thanks-text" className={classNames.answerHead} hidden={page.step !== 'thanks'}>
      {own.thanks !== undefined && <p dir="auto">{own.thanks}</p>}
      <p data-sent="review" hidden={page.sent !== 'review'}>
        {texts.text('thanksReview', { name })}
      </p>
      <p data-sent="message" hidden={page.sent !== 'message'}>
        {texts.text('thanksMessage', { name })}
      </p>
      <Withdrawal page={page} texts={texts} />
      {page.kiosk ? (
        <button type="button" className={classNames.mainButton} data-finish>
          {texts.text('finish')}
        </button>
      ) : (
        <button id="again" type="button" className={classNames.mainButton} hidden>
          {texts.text('again')}
        </button>
      )}
    </div>
  );
}

/** On a shared device the private link is a code to scan and a text to note, not a link to follow. */
function Withdrawal({ page, texts, later }: Omit<PartProps, 'language'> & { readonly later?: true }) {
  const url = page.withdrawUrl;
  if (page.kiosk)
    return (
      <div className={classNames.hint} data-withdraw hidden={url === null}>
        <p>{texts.text('withdrawNote')}</p>
        <img className={classNames.kioskCode} alt={texts.text('withdrawCode')} />
        <output className={classNames.address}>{url}</output>
      </div>
    );
  return (
    <p
      className={later ? `${classNames.hint} ${classNames.later}` : classNames.hint}
      data-withdraw
      hidden={url === null}
    >
      {texts.text('withdrawHint')}{' '}
      <a href={url === null ? undefined : ownAddress(url)}>{texts.text('withdrawLink')}</a>
    </p>
  );
}

/** For every rating the same: the links, or on a tablet at the counter one code for the visitor's own phone. */
function Links({ page, language, texts }: PartProps) {
  if (!hasLinks(page.location.destinations)) return null;
  const own = ownTexts(page.settings, language);
  const { kiosk } = page;
  return (
    <section id="links" aria-labelledby="links-title">
      <h2 id="links-title" dir="auto">
        {own.linksTitle ?? texts.text('linksTitle')}
      </h2>
      <p className={classNames.hint}>{texts.text(kiosk ? 'kioskHint' : 'linksHint')}</p>
      {kiosk ? (
        <img className={classNames.kioskCode} src={svgAddress(kiosk.qr)} alt={texts.text('kioskCode')} />
      ) : (
        <PublicLinks destinations={page.location.destinations} path={page.path} />
      )}
    </section>
  );
}
