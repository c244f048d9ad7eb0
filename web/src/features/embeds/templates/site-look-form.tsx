import type { SiteLook, SiteLookAnswer } from '@kindling/contract/site-look';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { holdsCredentials, maxPageAddressLength, tryParsePageAddress } from '../../../lib/website.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './templates.module.css';

// locale-keys: widget-templates.site.result.*

interface SiteLookFormProps {
  look: SiteLook | null;
  onLook: (look: SiteLook | null) => void;
}

/** Takes the colors and the font over from the owner's own site. */
export function SiteLookForm({ look, onLook }: SiteLookFormProps) {
  const { t } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [invalid, setInvalid] = useState<string | null>(null);
  const known = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const onRecord = known.data?.businesses.find(
    ({ website, archivedAt }) => website !== null && archivedAt === null,
  );
  const address = typed ?? onRecord?.website ?? '';
  const read = useMutation({
    mutationFn: (url: string) => client.embeds.siteLook({ url }),
    onSuccess: (answer) => onLook(answer.look),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const url = tryParsePageAddress(address);
    if (url !== undefined) read.mutate(url);
    else setInvalid(t(holdsCredentials(address) ? 'common:websiteCredentials' : 'widgets:check.invalid'));
  };
  return (
    <form className={css.site} onSubmit={submit} noValidate>
      <div className={css.address}>
        <TextInput
          label={t('widget-templates:site.label')}
          description={t('widget-templates:site.hint')}
          type="url"
          inputMode="url"
          autoComplete="url"
          maxLength={maxPageAddressLength}
          value={address}
          error={invalid}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setInvalid(null);
          }}
        />
        <Button type="submit" variant="default" loading={read.isPending}>
          {t('widget-templates:site.read')}
        </Button>
      </div>
      <div role="status">
        {read.isPending ? null : <Found look={look} answer={read.data} onClear={() => onLook(null)} />}
      </div>
      {read.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={read.error} />
        </Notice>
      )}
    </form>
  );
}

interface FoundProps {
  look: SiteLook | null;
  answer: SiteLookAnswer | undefined;
  onClear: () => void;
}

function Found({ look, answer, onClear }: FoundProps) {
  const { t } = useText();
  if (look !== null) {
    const colors = [look.background, look.text, look.accent].filter((color) => color !== null);
    return (
      <div className={css.found}>
        <span className={css.swatches} aria-hidden="true">
          {colors.map((color) => (
            <span key={color} className={css.swatch} style={{ background: color }} />
          ))}
        </span>
        <p className={css.facts}>
          {t('widget-templates:site.result.found')}
          {look.fontName === '' ? null : ` ${t('widget-templates:site.font', { font: look.fontName })}`}
        </p>
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {t('widget-templates:site.clear')}
        </Button>
      </div>
    );
  }
  if (answer === undefined || answer.result === 'found') return null;
  return <Notice tone="warn">{t(`widget-templates:site.result.${answer.result}`)}</Notice>;
}
