import type { InvoiceRecipient } from '@kindling/contract/billing';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../lib/api/client.ts';
import { listCountries } from '../../lib/i18n/countries.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './billing.module.css';
import { useRecipientForm } from './use-recipient-form.ts';

/** To whom later invoices are written. @param hasCustomer whether the provider knows the account */
export function RecipientSection({ hasCustomer }: { hasCustomer: boolean }) {
  const { t } = useText();
  return (
    <section className={css.card} aria-labelledby="recipient">
      <h2 id="recipient" className={css.cardTitle}>
        {t('billing:recipient.title')}
      </h2>
      {hasCustomer ? <StoredRecipient /> : <p className={css.hint}>{t('billing:recipient.none')}</p>}
    </section>
  );
}

function StoredRecipient() {
  const { t } = useText();
  const { data, error, isPending, refetch } = useQuery(
    query.billing.getRecipient.queryOptions({ input: {}, refetchOnWindowFocus: false }),
  );
  if (isPending) return <Skeleton shape="form" height={420} mt={16} />;
  if (data === undefined)
    return (
      <Notice
        tone="bad"
        action={
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t('common:tryAgain')}
          </Button>
        }
      >
        <ErrorText error={error} />
      </Notice>
    );
  if (data.recipient === null) return <p className={css.hint}>{t('billing:recipient.none')}</p>;
  return <RecipientForm recipient={data.recipient} />;
}

function RecipientForm({ recipient }: { recipient: InvoiceRecipient }) {
  const { t, i18n } = useText();
  const countries = useMemo(() => listCountries(i18n.language), [i18n.language]);
  const { form, save, dirty, submit } = useRecipientForm(recipient);
  const field = (path: string) => form.getInputProps(path);
  // Errors at fields say enough.
  const error = Object.keys(form.errors).length > 0 ? null : save.error;
  return (
    <form className={css.fields} onSubmit={submit} noValidate>
      <p className={css.hint}>{t('billing:recipient.lead')}</p>
      <TextInput
        label={t('billing:recipient.name')}
        autoComplete="organization"
        maxLength={150}
        {...field('name')}
      />
      <TextInput
        label={t('billing:recipient.email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        {...field('email')}
      />
      <TextInput
        label={t('billing:recipient.line1')}
        autoComplete="address-line1"
        maxLength={200}
        {...field('address.line1')}
      />
      <TextInput
        label={t('billing:recipient.line2')}
        autoComplete="address-line2"
        maxLength={200}
        {...field('address.line2')}
      />
      <div className={css.city}>
        <TextInput
          label={t('billing:recipient.postalCode')}
          autoComplete="postal-code"
          maxLength={20}
          {...field('address.postalCode')}
        />
        <TextInput
          label={t('billing:recipient.city')}
          autoComplete="address-level2"
          maxLength={100}
          {...field('address.city')}
        />
      </div>
      <div className={css.half}>
        <TextInput
          label={t('billing:recipient.state')}
          autoComplete="address-level1"
          maxLength={100}
          {...field('address.state')}
        />
        <Select
          label={t('billing:recipient.country')}
          data={countries}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('billing:recipient.noCountry')}
          {...field('address.country')}
        />
      </div>
      <TextInput
        label={t('billing:recipient.vatNumber')}
        description={t('billing:recipient.vatHint')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        {...field('vatNumber')}
      />
      {error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={error} />
        </Notice>
      )}
      <div className={css.save}>
        <Button type="submit" variant="default" loading={save.isPending} disabled={!dirty}>
          {t('common:save')}
        </Button>
        <span role="status">{!dirty && save.isSuccess ? t('billing:recipient.saved') : null}</span>
      </div>
    </form>
  );
}
