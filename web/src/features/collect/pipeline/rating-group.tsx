import { ratingStyles } from '@kindling/contract/pipeline-settings';
import { Anchor, Input, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import css from './editor.module.css';
import type { GroupProps } from './group-props.ts';

// locale-keys: pipeline.rating.style.*

const thresholds = [1, 2, 3, 4] as const;
/** The rule of the Federal Trade Commission on reviews; those of the EU and the UK say the same. */
const whyAddress = 'https://www.ecfr.gov/current/title-16/part-465';

/** Stars or thumbs, and below which rating the box for a private message is open. */
export function RatingGroup({ settings, onChange, onShow }: GroupProps) {
  const { t } = useText();
  const { ratingStyle, threshold } = settings;
  return (
    <SettingsGroup
      title={t('pipeline:rating.title')}
      summary={t(`pipeline:rating.style.${ratingStyle}`)}
      hasErrors={false}
    >
      <Input.Wrapper label={t('pipeline:rating.styleLabel')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('pipeline:rating.styleLabel')}
          value={ratingStyle}
          onChange={(value) => {
            onShow({ step: 'rate' });
            onChange('ratingStyle', { ...settings, ratingStyle: parseOption(value, ratingStyles) });
          }}
          data={ratingStyles.map((style) => ({ value: style, label: t(`pipeline:rating.style.${style}`) }))}
        />
      </Input.Wrapper>
      {ratingStyle === 'thumbs' ? <p className={css.hint}>{t('pipeline:rating.thumbsHint')}</p> : null}
      {ratingStyle === 'stars' ? (
        <NativeSelect
          label={t('pipeline:rating.threshold')}
          description={t('pipeline:rating.thresholdHint')}
          value={String(threshold)}
          onChange={(event) => {
            const chosen = thresholds.find((one) => String(one) === event.currentTarget.value) ?? 3;
            onShow({ step: 'answer', rating: chosen });
            onChange('threshold', { ...settings, threshold: chosen });
          }}
          data={thresholds.map((count) => ({
            value: String(count),
            label: t('pipeline:rating.atMost', { count }),
          }))}
        />
      ) : null}
      <div className={css.fair}>
        <IconScale size={18} aria-hidden />
        <p>
          {t('pipeline:rating.fair')}{' '}
          <Anchor href={whyAddress} target="_blank" rel="noopener noreferrer" size="sm">
            {t('pipeline:rating.why')}
          </Anchor>
        </p>
      </div>
    </SettingsGroup>
  );
}
