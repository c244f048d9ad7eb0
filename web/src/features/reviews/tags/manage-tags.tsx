import { maxTagNameLength, maxTags, type ReviewTag } from '@kindling/contract/tags';
import { Button, Drawer, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconTags } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { toApiError } from '../../../lib/api/problem.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { compareTexts, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState, ErrorText } from '../../../ui/states.tsx';
import { useCloseOnEscape } from '../../../ui/use-close-on-escape.ts';
import css from './manage.module.css';
import { TagChip } from './tag-chip.tsx';
import { TagEditor } from './tag-editor.tsx';
import { useCreateTag, useTags } from './use-tags.ts';

interface ManageTagsProps {
  opened: boolean;
  onClose: () => void;
}

/** All tags of the account in a drawer: create, rename, color, rule, merge, delete; only to read for those who may not tag. */
export function ManageTags({ opened, onClose }: ManageTagsProps) {
  const { t } = useText();
  const mayTag = useMayDo('reviews.tag');
  const layer = useCloseOnEscape(opened, onClose);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      {...layer}
      position="right"
      size={480}
      title={mayTag ? t('tags:manage.title') : t('tags:tags')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <TagList onShow={onClose} />
    </Drawer>
  );
}

function TagList({ onShow }: { onShow: () => void }) {
  const { t, i18n } = useText();
  const { data, error, refetch } = useTags();
  const mayTag = useMayDo('reviews.tag');
  const mayManage = useMayDo('tags.manage');
  const [open, setOpen] = useState<string | null>(null);
  if (data === undefined)
    return error === null ? (
      <div className={css.stack} role="status" aria-label={t('common:loading')}>
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton shape="card" key={row} height={40} />
        ))}
      </div>
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  const compare = compareTexts(i18n.language);
  const tags = data.tags.toSorted((one, other) => compare(one.name, other.name));
  return (
    <div className={css.stack}>
      {mayTag ? <NewTag full={tags.length >= maxTags} onCreated={mayManage ? setOpen : undefined} /> : null}
      {tags.length === 0 ? (
        <EmptyState
          icon={<IconTags size={22} aria-hidden />}
          title={mayTag ? t('tags:manage.emptyTitle') : t('tags:none')}
          {...(mayTag ? { text: t('tags:manage.emptyText') } : {})}
        />
      ) : (
        <ul className={css.list} aria-label={t('tags:tags')}>
          {tags.map((tag) => (
            <li key={tag.id} className={css.item}>
              {mayManage ? (
                <TagDetails
                  tag={tag}
                  others={tags.filter(({ id }) => id !== tag.id)}
                  onShow={onShow}
                  opened={open === tag.id}
                  onToggle={() => setOpen(open === tag.id ? null : tag.id)}
                />
              ) : (
                <div className={css.row}>
                  <TagFacts tag={tag} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayManage || !mayTag ? null : <p className={css.hint}>{t('tags:manage.readOnly')}</p>}
    </div>
  );
}

interface NewTagProps {
  full: boolean;
  onCreated: ((id: string) => void) | undefined;
}

function NewTag({ full, onCreated }: NewTagProps) {
  const { t } = useText();
  const [name, setName] = useState('');
  const create = useCreateTag();
  if (full) return <p className={css.hint}>{t('tags:manage.limit', { count: maxTags })}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || create.isPending) return;
    create.mutate(name.trim(), {
      onSuccess({ tag }) {
        setName('');
        onCreated?.(tag.id);
      },
    });
  };
  const failure = create.error === null ? null : toApiError(create.error).code;
  return (
    <form onSubmit={submit}>
      <TextInput
        label={t('tags:manage.new')}
        placeholder={t('tags:manage.newPlaceholder')}
        value={name}
        maxLength={maxTagNameLength}
        dir="auto"
        data-autofocus
        error={
          failure === null ? null : failure === 'conflict' ? (
            t('tags:manage.taken')
          ) : (
            <ErrorText error={create.error} />
          )
        }
        onChange={(event) => {
          create.reset();
          setName(event.currentTarget.value);
        }}
        // Beside the field alone, so that a message below the field does not move the button.
        inputContainer={(field) => (
          <div className={css.new}>
            {field}
            <Button type="submit" disabled={name.trim() === ''} loading={create.isPending}>
              {t('tags:manage.create')}
            </Button>
          </div>
        )}
      />
    </form>
  );
}

interface TagDetailsProps {
  tag: ReviewTag;
  others: readonly ReviewTag[];
  onShow: () => void;
  opened: boolean;
  onToggle: () => void;
}

function TagDetails({ tag, others, onShow, opened, onToggle }: TagDetailsProps) {
  const { t } = useText();
  const id = useId();
  return (
    <>
      <UnstyledButton
        className={css.row}
        aria-expanded={opened}
        aria-controls={id}
        aria-label={t('tags:manage.open', { name: tag.name })}
        onClick={onToggle}
      >
        <TagFacts tag={tag} />
        <IconChevronDown className={css.chevron} size={18} aria-hidden />
      </UnstyledButton>
      <div id={id} hidden={!opened}>
        {opened ? <TagEditor tag={tag} others={others} onShow={onShow} /> : null}
      </div>
    </>
  );
}

function TagFacts({ tag }: { tag: ReviewTag }) {
  const { t, i18n } = useText();
  const value = formatNumber(tag.reviewCount, i18n.language);
  return (
    <>
      <TagChip tag={tag} />
      <span className={css.figures}>
        {t('tags:manage.count', { count: tag.reviewCount, value })}
        {tag.rule === null ? null : <span className={css.ruled}>{t('tags:manage.hasRule')}</span>}
      </span>
    </>
  );
}
