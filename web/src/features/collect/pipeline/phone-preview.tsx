import { type Language, languages } from '@kindling/contract/constants';
import {
  opensMessage,
  type PipelineSettings,
  type ratingStyles,
  type VisitorRating,
} from '@kindling/contract/pipeline-settings';
import { languageFacts } from '@kindling/locales/languages.ts';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useElementSize, useViewportSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { PreviewDocument } from '../../../ui/preview-document.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import css from './preview.module.css';

// locale-keys: pipeline.preview.step.*

export const previewSteps = ['rate', 'answer', 'thanks'] as const;
export type PreviewStep = (typeof previewSteps)[number];

/** The ratings to try, best first, by the style of the page. */
const ratings: Record<(typeof ratingStyles)[number], readonly VisitorRating[]> = {
  stars: [5, 4, 3, 2, 1],
  thumbs: ['up', 'down'],
};
/** Pixels of the page inside the phone. */
const screen = { width: 390, height: 760 };
/** Of both sides together. */
const frameWidth = 24;

interface PhonePreviewProps {
  id: string;
  locationId: string | null;
  settings: PipelineSettings;
  language: Language;
  onLanguage: (language: Language) => void;
  step: PreviewStep;
  onStep: (step: PreviewStep) => void;
  rating: VisitorRating;
  onRating: (rating: VisitorRating) => void;
}

/** The page on a phone, as the server renders it for visitors. */
export function PhonePreview(props: PhonePreviewProps) {
  const { t } = useText();
  const { id, locationId, settings, language, step } = props;
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const tried = ratings[settings.ratingStyle];
  const rating = tried.includes(props.rating) ? props.rating : (tried[0] ?? 5);
  const auto = settings.look.theme === 'auto';
  // An automatic theme is previewed as light or dark, regardless of this user's own system.
  const shown = auto ? { ...settings, look: { ...settings.look, theme } } : settings;
  const [input] = useDebouncedValue({ id, locationId, settings: shown, language, step, rating }, 200);
  const page = useQuery(query.pipelines.preview.queryOptions({ input, placeholderData: keepPreviousData }));
  return (
    <section className={css.preview} aria-label={t('pipeline:editor.preview')}>
      <div className={css.controls}>
        <SegmentedControl
          size="xs"
          className={css.steps ?? ''}
          aria-label={t('pipeline:preview.steps')}
          value={step}
          onChange={(value) => props.onStep(parseOption(value, previewSteps))}
          data={previewSteps.map((value) => ({ value, label: t(`pipeline:preview.step.${value}`) }))}
        />
        {step === 'rate' ? null : (
          <NativeSelect
            size="xs"
            aria-label={t('pipeline:preview.rating')}
            value={String(rating)}
            onChange={(event) => {
              const chosen = tried.find((one) => String(one) === event.currentTarget.value);
              if (chosen !== undefined) props.onRating(chosen);
            }}
            data={tried.map((one) => ({
              value: String(one),
              label: typeof one === 'number' ? t('common:stars', { count: one }) : t(`pipeline:thumb.${one}`),
            }))}
          />
        )}
        <NativeSelect
          size="xs"
          aria-label={t('pipeline:preview.language')}
          value={language}
          onChange={(event) =>
            props.onLanguage(languages.find((one) => one === event.currentTarget.value) ?? language)
          }
          data={languages.map((one) => ({ value: one, label: languageFacts[one].name }))}
        />
        {auto ? (
          <SegmentedControl
            size="xs"
            aria-label={t('pipeline:preview.theme')}
            value={theme}
            onChange={(value) => setTheme(parseOption(value, ['light', 'dark']))}
            data={[
              { value: 'light', label: t('pipeline:look.theme.light') },
              { value: 'dark', label: t('pipeline:look.theme.dark') },
            ]}
          />
        ) : null}
      </div>
      {page.isError && page.data === undefined ? (
        <ErrorState error={page.error} retry={() => void page.refetch()} />
      ) : (
        <Phone html={page.data?.html ?? ''} busy={page.isFetching} />
      )}
      <p className={css.note} role="status">
        {step === 'answer'
          ? t(opensMessage(settings, rating) ? 'pipeline:preview.opened' : 'pipeline:preview.closed')
          : ''}
      </p>
    </section>
  );
}

function Phone({ html, busy }: { html: string; busy: boolean }) {
  const { t } = useText();
  const { ref, width } = useElementSize();
  const { height } = useViewportSize();
  // The whole phone beside the editor, below the heading, the tabs and the controls.
  const room = Math.max(480, height - 270);
  const scale =
    width === 0 ? 1 : Math.min(1, width / (screen.width + frameWidth), room / (screen.height + frameWidth));
  return (
    <div ref={ref} className={css.stage} aria-busy={busy}>
      <div className={css.phone} style={{ zoom: scale, visibility: width === 0 ? 'hidden' : undefined }}>
        <PreviewDocument html={html} title={t('pipeline:preview.frame')} {...screen} />
      </div>
    </div>
  );
}
