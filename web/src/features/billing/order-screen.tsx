import type { Billing, BillingInterval } from '@kindling/contract/billing';
import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { toApiError } from '../../lib/api/problem.ts';
import { useConfig } from '../../lib/auth/session.tsx';
import { parseInterval } from '../../lib/chosen-interval.ts';
import { useText } from '../../lib/i18n/text.ts';
import { PayCards } from '../../plan/pay-cards.tsx';
import '../../plan/plan.css';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './billing.module.css';
import { BillingPage } from './billing-page.tsx';
import orderCss from './order.module.css';
import { OrderButton } from './order-button.tsx';
import { useMoney } from './use-money.ts';
import { useOrder } from './use-order.ts';

// locale-keys: billing.interval.*
// locale-keys: billing.order.period.*
// locale-keys: billing.order.renews.*

/** The last page of ours before the payment provider's: what is ordered, for how much, and under which terms. */
export function OrderScreen() {
  const { t } = useText();
  const [params] = useSearchParams();
  const interval = parseInterval(params.get('interval')) ?? 'month';
  return (
    <BillingPage
      title={t('billing:order.title')}
      back={
        <Anchor component={Link} to="/subscriptions" className={css.back}>
          <IconArrowLeft size={16} aria-hidden />
          {t('billing:order.back')}
        </Anchor>
      }
      height={520}
    >
      {(billing) => <OrderOrReason billing={billing} interval={interval} />}
    </BillingPage>
  );
}

/** The order, unless there is a plan already. */
function OrderOrReason({ billing, interval }: { billing: Billing; interval: BillingInterval }) {
  const { t } = useText();
  const isFree = billing.state === 'free';
  if (billing.subscription === null && !isFree)
    return <Order key={interval} billing={billing} interval={interval} />;
  return (
    <Notice
      tone="info"
      title={isFree ? t('billing:plan.freeTitle') : t('billing:order.hasPlan')}
      action={
        <LinkButton to="/billing" variant="default" size="xs">
          {t('billing:subscription.manage')}
        </LinkButton>
      }
    >
      {isFree ? t('billing:plan.free') : t('billing:order.hasPlanText')}
    </Notice>
  );
}

function Order({ billing, interval }: { billing: Billing; interval: BillingInterval }) {
  const { t } = useText();
  const { brand } = useConfig();
  const money = useMoney();
  const price = { amount: billing.prices[interval], currency: billing.prices.currency };
  const order = useOrder(interval);
  return (
    <div className={orderCss.order}>
      <section className={css.card} aria-labelledby="order-sum">
        <h2 id="order-sum" className={css.cardTitle}>
          {t('billing:order.what')}
        </h2>
        <dl className={css.sums}>
          <div>
            <dt>
              <strong>{t('billing:order.item', { brand: brand.name })}</strong>
              <span>{t(`billing:order.period.${interval}`)}</span>
            </dt>
            <dd>{money(price)}</dd>
          </div>
          <div className={css.total}>
            <dt>
              {t('billing:order.total')}
              <span>{t('billing:order.tax')}</span>
            </dt>
            <dd className={orderCss.bigSum}>{money(price)}</dd>
          </div>
        </dl>
        <p className={css.hint}>{t(`billing:order.renews.${interval}`, { price: money(price) })}</p>
        <OrderNotice order={order} />
        <OrderButton size="md" fullWidth loading={order.busy} onClick={() => order.place(price)}>
          {t('billing:order.button')}
        </OrderButton>
        <Terms />
      </section>
      <Facts state={billing.state} />
    </div>
  );
}

/** What happened to the order before it could be paid. */
function OrderNotice({ order: { priceChanged, error } }: { order: ReturnType<typeof useOrder> }) {
  const { t } = useText();
  if (priceChanged)
    return (
      <Notice tone="warn" alert title={t('billing:order.newPrice')}>
        {t('billing:order.newPriceText')}
      </Notice>
    );
  if (error === null) return null;
  const hasPlan = toApiError(error).code === 'has-plan';
  return (
    <Notice
      tone="bad"
      alert
      {...(hasPlan
        ? {
            action: (
              <LinkButton to="/billing" variant="default" size="xs">
                {t('billing:subscription.manage')}
              </LinkButton>
            ),
          }
        : {})}
    >
      <ErrorText error={error} />
    </Notice>
  );
}

function Terms() {
  const { t } = useText();
  return (
    <p className={orderCss.terms}>
      {t('billing:order.terms')}{' '}
      <Anchor href="/terms-and-conditions" target="_blank" rel="noopener" inherit underline="always">
        {t('billing:order.termsLink')}
      </Anchor>
      {' · '}
      <Anchor href="/privacy-policy" target="_blank" rel="noopener" inherit underline="always">
        {t('billing:order.privacyLink')}
      </Anchor>
    </p>
  );
}

/** What a customer should know before paying. */
function Facts({ state }: { state: Billing['state'] }) {
  const { t } = useText();
  const { brand } = useConfig();
  return (
    <ul className={orderCss.facts}>
      <li>
        <h3>{t('billing:order.beginTitle')}</h3>
        <p>{t(state === 'trial' ? 'billing:order.beginTrial' : 'billing:order.begin')}</p>
      </li>
      <li>
        <h3>{t('billing:order.cancelTitle')}</h3>
        <p>{t('billing:order.cancel')}</p>
      </li>
      <li>
        <h3>{t('billing:order.withdrawTitle')}</h3>
        <p>
          {t('billing:order.withdraw')}{' '}
          <Anchor href={`mailto:${brand.supportEmail}`} inherit underline="always">
            {brand.supportEmail}
          </Anchor>
        </p>
      </li>
      <li>
        <h3>{t('billing:order.cardTitle')}</h3>
        <p>{t('billing:order.card')}</p>
        <PayCards />
      </li>
    </ul>
  );
}
