import type { Billing, BillingInterval } from '@kindling/contract/billing';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAuth, useConfig } from '../../lib/auth/session.tsx';
import { chosenInterval, parseInterval } from '../../lib/chosen-interval.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { PlanChoice } from '../../plan/plan-choice.tsx';
import { PlanContents } from '../../plan/plan-contents.tsx';
import { PlanReceipt } from '../../plan/plan-receipt.tsx';
import '../../plan/plan.css';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BillingPage } from './billing-page.tsx';
import { ChangeButton } from './change-dialog.tsx';
import css from './order.module.css';
import { usePlanWords } from './plan-words.ts';
import { usePlanText } from './use-plan-text.ts';
import { useShownPrices } from './use-shown-prices.ts';

/** The plan with its price, and the way to buy it or to change it. */
export function SubscriptionsScreen() {
  const { t } = useText();
  return (
    <BillingPage title={t('billing:subscription.title')} lead={t('billing:subscription.lead')} height={640}>
      {(billing) => <Plan billing={billing} />}
    </BillingPage>
  );
}

function Plan({ billing }: { billing: Billing }) {
  const { t } = useText();
  const { brand } = useConfig();
  const shownPrices = useShownPrices();
  const { subscription, prices, state } = billing;
  const asked = parseInterval(useSearchParams()[0].get('interval'));
  const [chosen, setChosen] = useState<BillingInterval>(
    () => asked ?? subscription?.interval ?? chosenInterval() ?? 'month',
  );
  const text = usePlanText();
  const trial = useTrial(billing);
  const own = subscription?.interval === chosen ? subscription : null;
  // An own price may be in another currency, which then stands on the whole receipt.
  const currency = own?.price.currency ?? prices.currency;
  const amounts = own === null ? {} : { [own.interval]: own.price.amount };
  const shown = {
    ...shownPrices({ ...prices, ...amounts, currency }),
    // What a year saves is said of the prices that can be compared.
    saving: own === null ? shownPrices(prices).saving : null,
  };
  return (
    <div className={css.offer}>
      <div className={css.offerWords}>
        {state === 'free' ? null : (
          <PlanChoice text={text} prices={shownPrices(prices)} chosen={chosen} onChoose={setChosen} />
        )}
        <section className={css.contents} aria-labelledby="contents">
          <h2 id="contents">{t('billing:plan.includes')}</h2>
          <PlanContents text={text} />
        </section>
      </div>
      <div className={css.offerReceipt}>
        {state === 'free' ? (
          <FreePlan billing={billing} />
        ) : (
          <PlanReceipt
            text={text}
            prices={shown}
            brand={brand.name}
            stamp={own === null ? undefined : t('billing:subscription.yours')}
            trial={trial}
          >
            <Action billing={billing} chosen={chosen} />
          </PlanReceipt>
        )}
      </div>
    </div>
  );
}

/** How long the own trial goes on, for the receipt; null without one. */
function useTrial({ state, endsAt }: Billing): { left: string; until: string } | null {
  const { t } = useText();
  const dayOf = useAccountDay();
  const daysLeft = useAuth().additionalUserDetails?.sub_ends ?? 0;
  if (state !== 'trial' || endsAt === null) return null;
  return {
    // The user record may be older than the plan.
    left: daysLeft > 0 ? t('plan.trialLeft', { count: daysLeft }) : t('billing:state.trial'),
    until: t('billing:subscription.until', { day: dayOf(endsAt) }),
  };
}

/** What a person can do with the chosen interval. */
function Action({ billing, chosen }: { billing: Billing; chosen: BillingInterval }) {
  const { t } = useText();
  const { subscription, state, prices } = billing;
  const words = usePlanWords();
  const text = usePlanText();
  if (subscription === null)
    return (
      <LinkButton to={`/subscriptions/order?interval=${chosen}`} size="md" fullWidth>
        {text(`order.${chosen}`)}
      </LinkButton>
    );
  if (subscription.interval === chosen) {
    const current = { amount: prices[chosen], currency: prices.currency };
    const { amount, currency } = subscription.price;
    return (
      <>
        <LinkButton to="/billing" variant="default" size="md" fullWidth>
          {t('billing:subscription.manage')}
        </LinkButton>
        {amount === current.amount && currency === current.currency ? null : (
          <p className="plan-small">
            {t('billing:subscription.ownPrice', { price: words.price(current, chosen) })}
          </p>
        )}
      </>
    );
  }
  if (state === 'active' && subscription.mayChange && subscription.pendingChange === null)
    return <ChangeButton to={chosen} size="md" fullWidth />;
  return (
    <>
      <LinkButton to="/billing" variant="default" size="md" fullWidth>
        {t('billing:subscription.manage')}
      </LinkButton>
      <p className="plan-small">
        {t(state === 'canceled' ? 'billing:subscription.resumeFirst' : 'billing:subscription.notNow')}
      </p>
    </>
  );
}

function FreePlan({ billing: { endsAt } }: { billing: Billing }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  return (
    <Notice tone="info" title={t('billing:plan.freeTitle')}>
      {endsAt === null ? t('billing:plan.free') : t('billing:plan.freeUntil', { day: dayOf(endsAt) })}
    </Notice>
  );
}
