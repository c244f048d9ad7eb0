/**
 * Help on the public pages. It opens as a popover and sends a plain form, so that it works without a script. With the
 * script (client.ts) the page stays open and the help desk's chat can replace the form. All messages of the script
 * are in the markup, hidden: the script contains no texts.
 */
import type { Language } from '@kindling/contract/constants';
import { helpLimits, replyHours } from '@kindling/contract/help-limits';
import type texts from '@kindling/locales/en/help.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import { IconCircleCheck, IconMessageCircleQuestion, IconX } from '@tabler/icons-react';

export type HelpTexts = typeof texts;

interface HelpBoxProps {
  /** Texts of the area `help` in the page's language. */
  texts: HelpTexts;
  language: Language;
  /** Path of the page; the plain form leads back to it. */
  path: string;
}

const hours = (text: string) => fillText(text, { hours: replyHours });

export function HelpBox({ texts: t, language, path }: HelpBoxProps) {
  return (
    <div className="help">
      <div className="help-place" id="help-place">
        <button
          type="button"
          className="help-launch"
          id="help-launch"
          popoverTarget="help-box"
          aria-label={t.launch}
        >
          <IconMessageCircleQuestion size={24} stroke={1.75} aria-hidden />
        </button>
      </div>
      <div
        className="help-box"
        id="help-box"
        popover="auto"
        role="dialog"
        aria-labelledby="help-title"
        data-state="form"
      >
        <div className="help-head">
          <h2 id="help-title">{t.title}</h2>
          <button
            type="button"
            className="help-close"
            popoverTarget="help-box"
            popoverTargetAction="hide"
            aria-label={t.close}
          >
            <IconX size={20} stroke={1.75} aria-hidden />
          </button>
        </div>
        <p className="help-wait" role="status">
          {t.connecting}
        </p>
        <form className="help-form" method="post" action="/help">
          <p>{hours(t.promise)}</p>
          <Note part="desk" text={t.deskFailed} />
          <input type="hidden" name="page" value={path} />
          <input type="hidden" name="language" value={language} />
          <label>
            {t.message}
            <textarea name="message" rows={5} required maxLength={helpLimits.message} autoFocus />
          </label>
          <label>
            {t.name}
            <input name="name" autoComplete="name" maxLength={helpLimits.name} />
          </label>
          <label>
            {t.email}
            <input name="email" type="email" autoComplete="email" required maxLength={254} />
          </label>
          <div className="help-trap" aria-hidden="true">
            <input name={helpLimits.honeypot} tabIndex={-1} autoComplete="off" />
          </div>
          {(['invalid', 'often', 'failed'] as const).map((reason) => (
            <Note
              key={reason}
              part={reason}
              title={t.failedTitle}
              text={t.failed[reason]}
              request={t.request}
            />
          ))}
          <button type="submit" className="button">
            {t.send}
          </button>
        </form>
        <div className="help-done" id="help-done" tabIndex={-1}>
          <IconCircleCheck size={36} stroke={1.75} aria-hidden />
          <h3>{t.sentTitle}</h3>
          <p>{hours(t.sentText)}</p>
          <p className="help-reference" data-text={t.reference} />
        </div>
      </div>
      <div className="help-sent" id="help-sent" role="status">
        <h2>{t.sentTitle}</h2>
        <p>{hours(t.sentText)}</p>
        <a href={path}>{t.close}</a>
      </div>
    </div>
  );
}

interface NoteProps {
  /** The script finds the message by this name. */
  part: string;
  title?: string;
  text: string;
  /** The sentence with a place for the request id. */
  request?: string;
}

function Note({ part, title, text, request }: NoteProps) {
  return (
    <div className="help-note" data-part={part} role="alert" hidden>
      {title === undefined ? null : <strong>{title}</strong>}
      <span>{text}</span>
      {request === undefined ? null : <small data-text={request} />}
    </div>
  );
}
