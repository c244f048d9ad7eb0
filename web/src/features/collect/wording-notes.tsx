import type { Language } from '@kindling/contract/constants';
import { findWording } from '@kindling/contract/wording';
import { useText } from '../../lib/i18n/text.ts';
import { useArea } from '../../lib/i18n/use-area.ts';
import { Notice } from '../../ui/notice.tsx';
import css from './collect.module.css';

// locale-keys: pipeline.wording.*

/** Points out wording that asks for good reviews or pays for them. It blocks nothing. */
export function WordingNotes({ text, language }: { text: string; language: Language }) {
  const { t } = useText();
  // Other screens than that of the pipeline have these fields too.
  const words = useArea('pipeline');
  return (
    <div role="status" className={css.notes}>
      {(words.isSuccess ? findWording(text, language) : []).map(({ kind, words }) => (
        <Notice key={kind} tone="warn">
          <strong>{t('common:quoted', { words })}</strong> {t(`pipeline:wording.${kind}`)}
        </Notice>
      ))}
    </div>
  );
}
