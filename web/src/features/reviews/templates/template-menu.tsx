import type { OwnReview } from '@kindling/contract/reviews';
import { Button, Menu, TextInput } from '@mantine/core';
import { IconChevronDown, IconSettings, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { languageNames } from '../../../lib/i18n/formats.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { type FilledTemplate, fillTemplates } from './fit.ts';
import { ManageTemplates } from './manage-templates.tsx';
import css from './templates.module.css';
import { useTemplates } from './use-templates.ts';

/** With more templates the menu has a field to find one. */
const searchableFrom = 8;

interface TemplateMenuProps {
  review: OwnReview;
  disabled: boolean;
  onInsert: (text: string) => void;
}

/** Inserts a template with the values of the review. Those that fit it best come first. */
export function TemplateMenu({ review, disabled, onInsert }: TemplateMenuProps) {
  const { t } = useText();
  const texts = useArea('templates');
  const templates = useTemplates();
  const mayManage = useMayDo('templates.manage');
  const [managing, setManaging] = useState(false);
  if (!texts.isSuccess || templates.data === undefined) return null;
  const list = templates.data.templates;
  if (list.length === 0 && !mayManage) return null;
  return (
    <>
      <Menu position="top-start" width={340} shadow="md" returnFocus={false}>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={disabled}
            leftSection={<IconTemplate size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('templates:menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={css.menu}>
          <TemplateItems review={review} onInsert={onInsert} />
          {mayManage ? (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconSettings size={16} aria-hidden />}
                onClick={() => setManaging(true)}
              >
                {t('templates:manage')}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <ManageTemplates opened={managing} review={review} onClose={() => setManaging(false)} />
    </>
  );
}

function TemplateItems({ review, onInsert }: Omit<TemplateMenuProps, 'disabled'>) {
  const { t, i18n } = useText();
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const templates = useTemplates();
  const [search, setSearch] = useState('');
  const list = templates.data?.templates ?? [];
  const wanted = search.trim().toLowerCase();
  const filled = fillTemplates(list, review, businesses.data?.businesses ?? [], currentLanguage(i18n)).filter(
    ({ template, text }) => `${template.name}\n${text}`.toLowerCase().includes(wanted),
  );
  const others = filled.filter(({ fits }) => !fits);
  const item = (one: FilledTemplate) => (
    <TemplateItem key={one.template.id} filled={one} onInsert={onInsert} />
  );
  if (list.length === 0) return <p className={css.none}>{t('templates:none')}</p>;
  return (
    <>
      {list.length < searchableFrom ? null : (
        <TextInput
          size="xs"
          m={4}
          data-autofocus
          aria-label={t('templates:find')}
          placeholder={t('templates:find')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={css.items}>
        {filled.filter(({ fits }) => fits).map(item)}
        {others.length === 0 ? null : <Menu.Label>{t('templates:forOthers')}</Menu.Label>}
        {others.map(item)}
        {filled.length === 0 ? <p className={css.none}>{t('templates:noneFound')}</p> : null}
      </div>
    </>
  );
}

function TemplateItem({ filled, onInsert }: { filled: FilledTemplate; onInsert: (text: string) => void }) {
  const { t, i18n } = useText();
  const { template, text, otherLanguage, lacksStars } = filled;
  return (
    <Menu.Item disabled={lacksStars} onClick={() => onInsert(text)}>
      <span className={css.itemName}>
        {template.name}
        {otherLanguage === null ? null : (
          <span className={css.itemLanguage}> {languageNames(i18n.language).of(otherLanguage)}</span>
        )}
      </span>
      <span className={css.itemText} dir="auto">
        {lacksStars ? t('templates:lacksStars') : text}
      </span>
    </Menu.Item>
  );
}
