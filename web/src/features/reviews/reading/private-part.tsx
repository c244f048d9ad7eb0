import type { PrivatePart as Part } from '@kindling/contract/reviews';
import { IconLock } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './reading.module.css';

/** What the author told the business alone. */
export function PrivatePart({ part }: { part: Part | null }) {
  const { t } = useText();
  if (part === null) return null;
  return (
    <section className={css.private} aria-label={t('reviews:private.label')}>
      <p className={css.privateHint}>
        <IconLock size={14} aria-hidden /> {t('reviews:private.label')}
      </p>
      <dl>
        {part.answers.map(({ question, answer }) => (
          <div key={question}>
            <dt dir="auto">{question}</dt>
            <dd dir="auto">{answer}</dd>
          </div>
        ))}
        {part.contact === null ? null : (
          <div>
            <dt>{t('reviews:private.contact')}</dt>
            <dd dir="auto">{part.contact}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
