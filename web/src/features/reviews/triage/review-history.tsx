import type { HistoryEntry, HistoryKind } from '@kindling/contract/review-marks';
import { UnstyledButton } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowRight,
  IconEraser,
  IconEye,
  IconEyeOff,
  IconFlag,
  IconHourglass,
  IconMessage,
  IconMessageX,
  IconNote,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTag,
  IconTagOff,
  IconTrash,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useConfig } from '../../../lib/auth/session.tsx';
import { formatMoment } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ZoneNote } from '../../../ui/zone-note.tsx';
import { TagChip } from '../tags/tag-chip.tsx';
import { useTagsById } from '../tags/use-tags.ts';
import css from './history.module.css';
import { whatHappened, whoDidIt } from './history-words.ts';
import type { OneReviewProps } from './props.ts';

const shownFirst = 5;

const icons: Record<HistoryKind, TablerIcon> = {
  edited: IconPencil,
  removed: IconTrash,
  restored: IconArrowBackUp,
  held: IconHourglass,
  released: IconArrowBackUp,
  wiped: IconEraser,
  moved: IconArrowRight,
  replied: IconMessage,
  'reply-changed': IconMessage,
  'reply-refused': IconMessageX,
  'reply-deleted': IconMessageX,
  hidden: IconEyeOff,
  shown: IconEye,
  reported: IconFlag,
  'report-taken-back': IconEye,
  tagged: IconTag,
  untagged: IconTagOff,
  assigned: IconUser,
  unassigned: IconUser,
  pinned: IconPin,
  unpinned: IconPinnedOff,
  noted: IconNote,
};

/** What happened to a review and who did it, the newest first. */
export function ReviewHistory({ review }: OneReviewProps) {
  const { t } = useText();
  const heading = useId();
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useQuery(
    query.reviewMarks.history.queryOptions({ input: { id: review.id } }),
  );
  const entries = data?.entries ?? [];
  const shown = all ? entries : entries.slice(0, shownFirst);
  const more = entries.length - shown.length;
  return (
    <section className={css.history} aria-labelledby={heading}>
      <h3 id={heading}>{t('triage:history.title')}</h3>
      {data === undefined ? (
        error === null ? (
          <Skeleton shape="text" height={42} />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )
      ) : entries.length === 0 ? (
        <p className={css.hint}>{t('triage:history.empty')}</p>
      ) : (
        <ol className={css.list}>
          {shown.map((entry) => (
            <Entry key={entry.id} entry={entry} review={review} />
          ))}
        </ol>
      )}
      {more === 0 ? null : (
        <UnstyledButton className={css.more} onClick={() => setAll(true)}>
          {t('triage:history.more', { count: more })}
        </UnstyledButton>
      )}
      {entries.length === 0 ? null : <ZoneNote />}
    </section>
  );
}

function Entry({ entry, review }: OneReviewProps & { entry: HistoryEntry }) {
  const { t, i18n } = useText();
  const { name: brand } = useConfig().brand;
  const known = useTagsById();
  const Icon = icons[entry.kind];
  return (
    <li className={css.entry}>
      <span className={css.sign}>
        <Icon size={14} stroke={1.8} aria-hidden />
      </span>
      <div>
        <p className={css.what}>
          <span>{whatHappened(t, entry, review, brand)}</span>
          {entry.tagIds.map((id) => {
            const tag = known.get(id);
            return (
              <span key={id}>
                {tag === undefined ? t('triage:history.deletedTag') : <TagChip tag={tag} />}
              </span>
            );
          })}
        </p>
        <p className={css.by}>
          <span data-foreign>{whoDidIt(t, entry, review)}</span>
          {' · '}
          <time dateTime={entry.at}>{formatMoment(entry.at, i18n.language)}</time>
        </p>
      </div>
    </li>
  );
}
