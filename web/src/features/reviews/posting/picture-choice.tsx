import type { Business } from '@kindling/contract/businesses';
import type { OwnReview } from '@kindling/contract/reviews';
import { defaultPrimary } from '@kindling/design/tokens';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useAccountDay } from '../../../lib/i18n/use-account-day.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { verdictText } from '../../../lib/verdict-text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { drawPicture, loadPictureFonts } from './draw-picture.ts';
import { loadLogo } from './load-logo.ts';
import {
  type PictureContent,
  type PictureFormat,
  pictureFormatNames,
  pictureFormats,
} from './picture-formats.ts';
import css from './posting.module.css';

// locale-keys: reviews.posting.format.*

interface PictureChoiceProps {
  review: OwnReview;
  business: Pick<Business, 'name' | 'brandColor' | 'logo'>;
}

/** Three formats of the picture, as it is saved. */
export function PictureChoice({ review, business }: PictureChoiceProps) {
  const { t, i18n } = useText();
  const [format, setFormat] = useState<PictureFormat>('square');
  const content = usePictureContent(review, business);
  const { canvas, state } = useDrawnPicture(format, content, business.logo?.url ?? null);
  const save = () => {
    canvas.current?.toBlob((png) => {
      if (png !== null) saveFile(png, `${format}-${review.id.slice(-8)}.png`);
    }, 'image/png');
  };
  const width = formatNumber(pictureFormats[format].width, i18n.language);
  const height = formatNumber(pictureFormats[format].height, i18n.language);
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label={t('reviews:posting.formats')}
        value={format}
        onChange={(next) => setFormat(parseOption(next, pictureFormatNames))}
        data={pictureFormatNames.map((one) => ({ value: one, label: t(`reviews:posting.format.${one}`) }))}
      />
      {state === 'too-long' ? <Notice tone="info">{t('reviews:posting.tooLong')}</Notice> : null}
      <canvas
        ref={canvas}
        className={css.canvas}
        role="img"
        aria-label={t('reviews:posting.preview', { author: content.author, width, height })}
        aria-busy={state === 'drawing'}
        hidden={state === 'too-long'}
      />
      <p className={css.hint}>{t('reviews:posting.hint')}</p>
      <div className={css.actions}>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={state !== 'drawn'}
          onClick={save}
        >
          {t('reviews:posting.download')}
        </Button>
        <span className={css.hint}>{t('reviews:posting.size', { width, height })}</span>
      </div>
    </Stack>
  );
}

function usePictureContent(review: OwnReview, business: PictureChoiceProps['business']): PictureContent {
  const { t } = useText();
  const dayOf = useAccountDay();
  const { recommendation } = review;
  const words = verdictText(t, review);
  return {
    text: review.text,
    stars: review.rating,
    thumb:
      recommendation === null || words === null
        ? null
        : { direction: recommendation === 'positive' ? 'up' : 'down', words },
    author: review.authorName ?? t('common:anonymous'),
    facts: [dayOf(review), ...(review.invited ? [t('reviews:posting.invited')] : [])].join(' · '),
    business: business.name,
    source: t('reviews:posting.source'),
    color: business.brandColor ?? defaultPrimary,
  };
}

type DrawnState = 'drawing' | 'drawn' | 'too-long';

/** Draws again when something changes; a logo that cannot be read is left out. */
function useDrawnPicture(format: PictureFormat, content: PictureContent, logoUrl: string | null) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<DrawnState>('drawing');
  const drawn = JSON.stringify(content);
  useEffect(() => {
    let isCurrent = true;
    setState('drawing');
    const ready = Promise.all([logoUrl === null ? null : loadLogo(logoUrl), loadPictureFonts()]);
    void ready.then(([logo]) => {
      if (isCurrent && canvas.current !== null) {
        const fits = drawPicture(canvas.current, format, JSON.parse(drawn), logo);
        setState(fits ? 'drawn' : 'too-long');
      }
      logo?.close();
    });
    return () => {
      isCurrent = false;
    };
  }, [format, drawn, logoUrl]);
  return { canvas, state };
}
