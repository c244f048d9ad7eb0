import type { Invoice } from '@kindling/contract/billing';
import { Anchor, Button } from '@mantine/core';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import css from './invoices.module.css';
import { useMoney } from './use-money.ts';
import { useOpenInvoice } from './use-open-invoice.ts';

// locale-keys: billing.invoices.is.*

type Word = Invoice['status'] | 'credited' | 'disputed' | 'refunded' | 'partlyRefunded';

const tones: Readonly<Record<Word, Tone>> = {
  open: 'warn',
  paid: 'good',
  credited: 'calm',
  uncollectible: 'bad',
  void: 'calm',
  disputed: 'bad',
  refunded: 'calm',
  partlyRefunded: 'calm',
};

/** The word that says most about an invoice. */
export function statusWord({ status, disputed, refunded, total, paid }: Invoice): Word {
  if (disputed) return 'disputed';
  // Nobody paid it: the amount is taken off later invoices.
  if (status === 'paid' && total.amount < 0) return 'credited';
  if (refunded > 0) return refunded >= paid ? 'refunded' : 'partlyRefunded';
  return status;
}

/** One invoice: a row of the table, which is a card on phones. */
export function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const money = useMoney();
  const { number, total, refunded, createdAt } = invoice;
  const { busy, error, blocked, open } = useOpenInvoice(invoice.id);
  const word = statusWord(invoice);
  const failed = error !== null;
  return (
    <>
      <tr {...(failed || blocked !== null ? { 'data-open': true } : {})}>
        <th scope="row" className="k-num" data-foreign>
          {number}
        </th>
        <td>{dayOf(createdAt)}</td>
        <td>
          <Tag tone={tones[word]}>{t(`billing:invoices.is.${word}`)}</Tag>
        </td>
        <td className={css.amount}>
          {money(total)}
          {refunded > 0 ? (
            <span>{t('billing:invoices.paidBack', { amount: money({ ...total, amount: refunded }) })}</span>
          ) : null}
        </td>
        <td className={css.rowActions}>
          <Button
            size="xs"
            variant="default"
            aria-label={t('billing:invoices.viewOf', { number })}
            loading={busy === 'page'}
            onClick={() => open('page')}
          >
            {t('billing:invoices.view')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('billing:invoices.pdfOf', { number })}
            loading={busy === 'pdf'}
            onClick={() => open('pdf')}
          >
            {t('billing:invoices.pdf')}
          </Button>
        </td>
      </tr>
      {failed || blocked !== null ? (
        <tr className={css.rowNotice}>
          <td colSpan={5}>
            <Notice tone={failed ? 'bad' : 'info'} alert>
              {blocked === null ? (
                <ErrorText error={error} />
              ) : (
                <>
                  {t('billing:invoices.blocked')}{' '}
                  <Anchor href={blocked} target="_blank" rel="noopener" inherit underline="always">
                    {t('billing:invoices.openLink', { number })}
                  </Anchor>
                </>
              )}
            </Notice>
          </td>
        </tr>
      ) : null}
    </>
  );
}
