import { IconChevronDown } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import css from './help-topics.module.css';
import type { HelpTopic } from './topics.ts';

/** Questions that open to short answers; one is open at a time. */
export function HelpTopics({ topics }: { topics: readonly HelpTopic[] }) {
  const { t } = useText();
  if (topics.length === 0) return null;
  return (
    <section className={css.topics} aria-label={t('help:topics')}>
      {topics.map((topic, index) => (
        <details key={topic} name="help-topic" className={css.topic}>
          <summary className={css.question} data-first={index === 0 || undefined}>
            {t(`help:topic.${topic}.question`)}
            <IconChevronDown className={css.chevron} size={16} stroke={1.75} aria-hidden />
          </summary>
          <p className={css.text}>{t(`help:topic.${topic}.answer`)}</p>
        </details>
      ))}
    </section>
  );
}
