import { sources } from 'virtual:kindling-build';
import { maxRuleLanguages, maxRuleWords, type TagRule } from '@kindling/contract/tags';
import { Checkbox, MultiSelect, NativeSelect, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import marked from '../marked-text.module.css';
import { namedLanguages } from '../named-languages.ts';
import css from './manage.module.css';
import { toRuleWords } from './rule-words.ts';
import { hasCondition, useRulePreview } from './use-manage-tags.ts';

// locale-keys: common.source.*

const stars = ['1', '2', '3', '4', '5'];
const previewDelay = 400;

interface RuleEditorProps {
  rule: TagRule;
  onChange: (rule: TagRule) => void;
}

/** The conditions of a rule, and what it would match. */
export function RuleEditor({ rule, onChange }: RuleEditorProps) {
  const { t, i18n } = useText();
  const change = (part: Partial<TagRule>) => onChange({ ...rule, ...part });
  const held = useQuery(query.reviews.languages.queryOptions({ input: {} })).data?.languages ?? [];
  const languages = namedLanguages([...new Set([...held, ...rule.languages])], i18n.language);
  return (
    <div className={css.rule}>
      <p className={css.hint}>{t('tags:rule.hint')}</p>
      <TagsInput
        label={t('tags:rule.words')}
        description={t('tags:rule.wordsHint')}
        placeholder={rule.words.length === 0 ? t('tags:rule.wordsPlaceholder') : ''}
        value={rule.words}
        onChange={(entries) => change({ words: toRuleWords(entries) })}
        maxTags={maxRuleWords}
        acceptValueOnBlur
        splitChars={[',', ';']}
      />
      <StarsRange rule={rule} onChange={change} />
      <NativeSelect
        label={t('tags:rule.recommendation')}
        value={rule.recommendation ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ recommendation: value === 'positive' || value === 'negative' ? value : null })
        }
        data={[
          { value: '', label: t('tags:rule.anyRecommendation') },
          { value: 'positive', label: t('common:recommendation.positive') },
          { value: 'negative', label: t('common:recommendation.negative') },
        ]}
      />
      <Checkbox.Group
        label={t('tags:rule.sources')}
        value={rule.sources}
        onChange={(chosen) => change({ sources: sources.filter((one) => chosen.includes(one)) })}
      >
        <div className={css.sources}>
          {sources.map((source) => (
            <Checkbox key={source} value={source} label={t(`common:source.${source}`)} />
          ))}
        </div>
      </Checkbox.Group>
      {languages.length === 0 ? null : (
        <MultiSelect
          label={t('tags:rule.languages')}
          placeholder={rule.languages.length === 0 ? t('tags:rule.languagesPlaceholder') : ''}
          data={languages}
          value={rule.languages}
          onChange={(chosen) => change({ languages: chosen })}
          maxValues={maxRuleLanguages}
          searchable
        />
      )}
      <RulePreview rule={rule} />
    </div>
  );
}

interface StarsRangeProps {
  rule: TagRule;
  onChange: (part: Pick<TagRule, 'rating'>) => void;
}

function StarsRange({ rule: { rating }, onChange }: StarsRangeProps) {
  const { t } = useText();
  const set = (from: string, to: string) => {
    if (from === '' && to === '') {
      onChange({ rating: null });
      return;
    }
    const low = from === '' ? 1 : Number(from);
    const high = to === '' ? 5 : Number(to);
    onChange({ rating: { from: Math.min(low, high), to: Math.max(low, high) } });
  };
  const [from, to] = [rating === null ? '' : `${rating.from}`, rating === null ? '' : `${rating.to}`];
  const data = [{ value: '', label: t('tags:rule.anyRating') }, ...stars];
  return (
    <div className={css.range}>
      <NativeSelect
        label={t('tags:rule.ratingFrom')}
        data={data}
        value={from}
        onChange={(event) => set(event.currentTarget.value, event.currentTarget.value === '' ? '' : to)}
      />
      <NativeSelect
        label={t('tags:rule.ratingTo')}
        data={data}
        value={to}
        onChange={(event) => set(event.currentTarget.value === '' ? '' : from, event.currentTarget.value)}
      />
    </div>
  );
}

function RulePreview({ rule }: { rule: TagRule }) {
  const { t, i18n } = useText();
  const [settled] = useDebouncedValue(rule, previewDelay);
  const complete = hasCondition(rule);
  const preview = useRulePreview(hasCondition(settled) ? settled : null);
  const waiting = complete && (settled !== rule || preview.isFetching);
  const value = (count: number) => formatNumber(count, i18n.language);
  return (
    <div className={css.preview} aria-live="polite" aria-busy={waiting}>
      {!complete ? (
        <p>{t('tags:rule.empty')}</p>
      ) : preview.error !== null ? (
        <p className={css.problem}>
          <ErrorText error={preview.error} />
        </p>
      ) : preview.data === undefined || settled !== rule ? (
        <p className={css.hint}>{t('tags:rule.previewing')}</p>
      ) : preview.data.seen === 0 ? (
        <p>{t('tags:rule.noReviews')}</p>
      ) : preview.data.matched === 0 ? (
        <p>{t('tags:rule.previewNone', { seen: value(preview.data.seen) })}</p>
      ) : (
        <>
          <p>
            {t('tags:rule.preview', {
              count: preview.data.matched,
              value: value(preview.data.matched),
              seen: value(preview.data.seen),
            })}
          </p>
          <ul className={css.examples} aria-label={t('tags:rule.examples')}>
            {preview.data.examples.map(({ id, text, hit, authorName }) => (
              <li key={id} dir="auto" data-foreign>
                {hit === null ? (
                  (text ?? authorName ?? t('common:noText'))
                ) : (
                  <>
                    {hit.before}
                    <mark className={marked.mark}>{hit.found}</mark>
                    {hit.after}
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
