import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import { holdsCredentials } from '../../lib/website.ts';
import css from './businesses.module.css';

interface Link {
  /** Tells the rows apart while they are edited. */
  key: ReturnType<typeof crypto.randomUUID>;
  label: string;
  url: string;
}

interface LinkFieldsProps {
  links: readonly Link[];
  /** Which of them cannot be saved as they are. */
  strange: readonly boolean[];
  onChange: (links: Link[]) => void;
}

const maxLinks = 8;

/** The links of a location, each with a name and an address. */
export function LinkFields({ links, strange, onChange }: LinkFieldsProps) {
  const { t } = useText();
  const errorOf = (url: string) =>
    holdsCredentials(url) ? t('common:websiteCredentials') : t('businesses:field.linkStrange');
  const setLink = (at: number, change: Partial<Link>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...change } : link)));
  return (
    <fieldset className={css.links}>
      <legend>{t('businesses:field.links')}</legend>
      <p className={css.hint}>{t('businesses:field.linksHint')}</p>
      {links.map((link, at) => (
        <div key={link.key} className={css.link}>
          <TextInput
            aria-label={t('businesses:field.linkLabel')}
            placeholder={t('businesses:field.linkLabel')}
            maxLength={40}
            value={link.label}
            onChange={(event) => setLink(at, { label: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('businesses:field.linkUrl')}
            placeholder="https://"
            inputMode="url"
            maxLength={200}
            value={link.url}
            error={strange[at] === true && link.url !== '' ? errorOf(link.url) : null}
            onChange={(event) => setLink(at, { url: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('businesses:field.linkRemove')}
            onClick={() => onChange(links.filter((_, index) => index !== at))}
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
          onClick={() => onChange([...links, { label: '', url: '', key: crypto.randomUUID() }])}
        >
          {t('businesses:field.linkAdd')}
        </Button>
      ) : null}
    </fieldset>
  );
}
