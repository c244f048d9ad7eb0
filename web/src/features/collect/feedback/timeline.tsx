import type { Feedback } from '@kindling/contract/feedback';
import { IconMail, IconNote } from '@tabler/icons-react';
import { formatMoment } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import css from './message.module.css';

// locale-keys: feedback.mail.*

const mailTones = { waiting: 'calm', sent: 'good', failed: 'bad' } as const satisfies Record<string, Tone>;

/** Notes and answers, the oldest first. */
export function Timeline({ entries }: Pick<Feedback, 'entries'>) {
  const { t, i18n } = useText();
  if (entries.length === 0) return null;
  return (
    <ol className={css.timeline} aria-label={t('feedback:timeline')}>
      {entries.map(({ id, kind, text, authorName, createdAt, mail }) => {
        const Icon = kind === 'note' ? IconNote : IconMail;
        const name = authorName ?? t('feedback:formerMember');
        return (
          <li key={id} className={css.entry} data-kind={kind}>
            <span className={css.sign}>
              <Icon size={15} stroke={1.8} aria-hidden />
            </span>
            <div className={css.said}>
              <p className={css.entryHead}>
                <span>
                  {kind === 'note' ? t('feedback:noteBy', { name }) : t('feedback:answerBy', { name })}
                </span>
                <time dateTime={createdAt}>{formatMoment(createdAt, i18n.language)}</time>
                {mail === null ? null : <Tag tone={mailTones[mail]}>{t(`feedback:mail.${mail}`)}</Tag>}
              </p>
              <p className={css.entryText} dir="auto">
                {text}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
