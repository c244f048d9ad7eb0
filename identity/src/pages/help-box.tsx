import { fillText } from '@kindling/locales/fill-text.ts';
import { helpTextsOf } from '../locale.ts';
import type { PageView } from './page-view.ts';

/**
 * The help form of the public pages. It opens and works without a script. With the script (assets.ts) the result is shown
 * on this page, so that the sign-in can continue.
 */
export function HelpBox({ view }: { view: PageView }) {
  const texts = helpTextsOf(view.locale);
  const { help } = view;
  return (
    <details className="help">
      <summary>{texts.launch}</summary>
      <form method="post" action={help.action}>
        <p className="hint">{fillText(texts.promise, { hours: help.replyHours })}</p>
        <input type="hidden" name="page" value="/" />
        <input type="hidden" name="language" value={view.locale} />
        <div className="field">
          <div className="label">
            <label htmlFor="help-message">{texts.message}</label>
          </div>
          <textarea id="help-message" name="message" rows={5} required maxLength={help.maxMessage} />
        </div>
        <div className="field">
          <div className="label">
            <label htmlFor="help-name">{texts.name}</label>
          </div>
          <input id="help-name" name="name" autoComplete="name" maxLength={help.maxName} />
        </div>
        <div className="field">
          <div className="label">
            <label htmlFor="help-email">{texts.email}</label>
          </div>
          <input id="help-email" name="email" type="email" autoComplete="email" required maxLength={254} />
        </div>
        <div className="trap" aria-hidden="true">
          <input name={help.honeypot} tabIndex={-1} autoComplete="off" />
        </div>
        <button className="submit quiet" type="submit">
          {texts.send}
        </button>
      </form>
      <p
        role="status"
        data-sent={`${texts.sentTitle}. ${fillText(texts.sentText, { hours: help.replyHours })}`}
        data-invalid={`${texts.failedTitle}. ${texts.failed.invalid}`}
        data-often={`${texts.failedTitle}. ${texts.failed.often}`}
        data-failed={`${texts.failedTitle}. ${texts.failed.failed}`}
      />
    </details>
  );
}
