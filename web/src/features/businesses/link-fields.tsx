import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import css from './businesses.module.css';

export interface LinkValues {
  /** `key` identifies a row while rows are added and removed. */
  links: { key: string; label: string; url: string }[];
}

const maxLinks = 8;

/** The links of a location, each with a name and an address. */
export function LinkFields({ form }: { form: UseFormReturnType<LinkValues> }) {
  const { t } = useText();
  const { links } = form.values;
  return (
    <fieldset className={css.links}>
      <legend>{t('businesses:field.links')}</legend>
      <p className={css.hint}>{t('businesses:field.linksHint')}</p>
      {links.map(({ key, url }, index) => (
        <div key={key} className={css.link}>
          <TextInput
            aria-label={t('businesses:field.linkLabel')}
            placeholder={t('businesses:field.linkLabel')}
            maxLength={40}
            {...form.getInputProps(`links.${index}.label`, { withError: false })}
          />
          <TextInput
            aria-label={t('businesses:field.linkUrl')}
            placeholder="https://"
            inputMode="url"
            maxLength={200}
            {...form.getInputProps(`links.${index}.url`, { withError: url !== '' })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('businesses:field.linkRemove')}
            onClick={() => form.removeListItem('links', index)}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {links.length < maxLinks ? (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('links', { key: crypto.randomUUID(), label: '', url: '' })}
        >
          {t('businesses:field.linkAdd')}
        </Button>
      ) : null}
    </fieldset>
  );
}
