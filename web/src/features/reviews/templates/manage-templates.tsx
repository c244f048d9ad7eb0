import type { ReplyTemplate } from '@kindling/contract/reply-templates';
import type { OwnReview } from '@kindling/contract/reviews';
import { Box, Button, Group, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useCloseOnEscape } from '../../../ui/use-close-on-escape.ts';
import { businessOf, fillTemplate, fillTemplates, textFor } from './fit.ts';
import { TemplateForm } from './template-form.tsx';
import css from './templates.module.css';
import { useNewestReview, useRemoveTemplate, useTemplates } from './use-templates.ts';

interface ManageTemplatesProps {
  opened: boolean;
  /** For the preview; the newest review when it is missing. */
  review?: OwnReview | undefined;
  onClose: () => void;
}

/** The dialog that adds, changes and deletes templates of replies. */
export function ManageTemplates({ opened, review, onClose }: ManageTemplatesProps) {
  const { t } = useText();
  const texts = useArea('templates', opened);
  const templates = useTemplates(opened);
  /** `new` for one that does not exist yet; null shows the list. */
  const [edited, setEdited] = useState<ReplyTemplate | 'new' | null>(null);
  const close = () => {
    setEdited(null);
    onClose();
  };
  const layer = useCloseOnEscape(opened, close);
  if (!texts.isSuccess) return null;
  return (
    <Modal
      opened={opened}
      onClose={close}
      {...layer}
      size="lg"
      title={
        edited === null ? t('templates:title') : edited === 'new' ? t('templates:add') : t('templates:change')
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {edited !== null ? (
        <TemplateForm
          before={edited === 'new' ? null : edited}
          review={review}
          onDone={() => setEdited(null)}
        />
      ) : templates.isError ? (
        <ErrorState error={templates.error} retry={() => void templates.refetch()} />
      ) : templates.data === undefined ? (
        <Box aria-busy="true">
          <Skeleton shape="rows" height={64} mb={10} />
          <Skeleton shape="rows" height={64} />
        </Box>
      ) : (
        <TemplateList templates={templates.data.templates} review={review} onEdit={setEdited} />
      )}
    </Modal>
  );
}

interface TemplateListProps {
  templates: readonly ReplyTemplate[];
  review: OwnReview | undefined;
  onEdit: (template: ReplyTemplate | 'new') => void;
}

function TemplateList({ templates, review, onEdit }: TemplateListProps) {
  const { t } = useText();
  const filled = useFilledTemplates(templates, review);
  const removal = useRemoveTemplate();
  const [removed, setRemoved] = useState<ReplyTemplate | null>(null);
  return (
    <>
      <p className={css.lead}>{t('templates:lead')}</p>
      {templates.length === 0 ? null : (
        <ul className={css.list}>
          {filled.map(({ template, text }) => (
            <li key={template.id} className={css.row}>
              <div className={css.rowWords}>
                <strong>{template.name}</strong>
                <span className={css.itemText} dir="auto">
                  {text}
                </span>
                <TemplateMarks template={template} />
              </div>
              <Group gap={4} wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t('templates:changeNamed', { name: template.name })}
                  onClick={() => onEdit(template)}
                >
                  {t('templates:edit')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t('templates:deleteNamed', { name: template.name })}
                  onClick={() => setRemoved(template)}
                >
                  {t('templates:delete')}
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Button leftSection={<IconPlus size={16} aria-hidden />} mt="md" onClick={() => onEdit('new')}>
        {t('templates:add')}
      </Button>
      <ConfirmDialog
        refusedWhileActing
        opened={removed !== null}
        title={t('templates:deleteTitle', { name: removed?.name ?? '' })}
        confirm={t('templates:delete')}
        busy={removal.isPending}
        error={removal.error}
        onConfirm={() => {
          if (removed !== null) removal.mutate(removed.id, { onSuccess: () => setRemoved(null) });
        }}
        onClose={() => {
          removal.reset();
          setRemoved(null);
        }}
      >
        {t('templates:deleteText')}
      </ConfirmDialog>
    </>
  );
}

/** For an open review as its menu shows them; else by name, in the language of the person. */
function useFilledTemplates(templates: readonly ReplyTemplate[], review: OwnReview | undefined) {
  const { i18n } = useText();
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} })).data?.businesses ?? [];
  const newest = useNewestReview(review === undefined);
  const language = currentLanguage(i18n);
  if (review !== undefined) return fillTemplates(templates, review, businesses, language);
  return templates.map((template) => {
    const { text } = textFor(template, null, language);
    const name = newest === undefined ? '' : (businessOf(newest, businesses)?.name ?? newest.locationName);
    return { template, text: newest === undefined ? text : fillTemplate(text, newest, name) };
  });
}

/** What a template is for, and its languages. */
function TemplateMarks({ template }: { template: ReplyTemplate }) {
  const { t } = useText();
  const { ratings, recommendations, texts } = template;
  return (
    <span className={css.marks}>
      {ratings.length === 0 ? null : <Tag tone="calm">{`${ratings.join(', ')} ★`}</Tag>}
      {recommendations.map((one) => (
        <Tag key={one} tone="calm">
          {one === 'positive' ? t('templates:recommends') : t('templates:recommendsNot')}
        </Tag>
      ))}
      {Object.keys(texts).map((language) => (
        <Tag key={language} tone="calm">
          {language === 'any' ? t('templates:otherLanguages') : language.toUpperCase()}
        </Tag>
      ))}
    </span>
  );
}
