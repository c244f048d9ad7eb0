import type { Billing } from '@kindling/contract/billing';
import type { PlanState } from '@kindling/contract/plans';
import { Button } from '@mantine/core';
import { useAuth } from '../../lib/auth/session.tsx';
import { formatMonth } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import css from './billing.module.css';
import { PlanActions } from './plan-actions.tsx';
import planCss from './plan-card.module.css';
import { usePlanWords } from './plan-words.ts';
import { usePortal } from './use-billing.ts';
import { useMoney } from './use-money.ts';

// locale-keys: billing.state.*
// locale-keys: billing.interval.*

const tones: Readonly<Record<PlanState, Tone>> = {
  trial: 'calm',
  active: 'good',
  past_due: 'bad',
  canceled: 'warn',
  free: 'good',
  ended: 'bad',
};

/** The plan in words and numbers, and what can be done with it. */
export function PlanCard({ billing }: { billing: Billing }) {
  const { t } = useText();
  const { state, subscription } = billing;
  return (
    <section className={css.card} aria-labelledby="plan">
      <div className={planCss.plan}>
        <div className={planCss.planWords}>
          <div className={planCss.planHead}>
            <h2 id="plan" className={css.cardTitle}>
              {subscription === null
                ? t('billing:plan.title')
                : t(`billing:interval.${subscription.interval}`)}
            </h2>
            <Tag tone={tones[state]}>{t(`billing:state.${state}`)}</Tag>
          </div>
          <Headline billing={billing} />
        </div>
        {subscription === null ? null : <Facts billing={billing} />}
      </div>
      <PlanActions billing={billing} />
    </section>
  );
}

/** The one thing to know about the plan, large, and a sentence about it. */
function Headline({ billing }: { billing: Billing }) {
  const [title, text] = useHeadline(billing);
  return (
    <>
      <p className={planCss.headline}>{title}</p>
      <p className={css.hint}>{text}</p>
    </>
  );
}

function useHeadline({ state, subscription, endsAt }: Billing): [title: string, text: string] {
  const { t } = useText();
  const dayOf = useAccountDay();
  const words = usePlanWords();
  const daysLeft = useAuth().additionalUserDetails?.sub_ends ?? 0;
  const day = endsAt === null ? '' : dayOf(endsAt);
  if (subscription !== null) {
    const price = words.price(subscription.price, subscription.interval);
    const periodEnd = dayOf(subscription.periodEndsAt);
    // The provider gave up on the payment, and keeps the subscription.
    if (state === 'ended') return [price, t('billing:plan.endedOn', { day })];
    if (state === 'canceled') return [price, t('billing:plan.endsOn', { day: day || periodEnd })];
    if (state === 'past_due') return [price, t('billing:plan.pastDue')];
    return [price, t('billing:plan.renews', { day: periodEnd })];
  }
  if (state === 'free') {
    const until = day === '' ? t('billing:plan.free') : t('billing:plan.freeUntil', { day });
    return [t('billing:plan.freeTitle'), until];
  }
  // Whatever was paid once is over without a subscription, also where the state says so later.
  if (state !== 'trial')
    return [
      day === '' ? t('billing:ended.title') : t('billing:plan.endedOn', { day }),
      t('billing:plan.endedText'),
    ];
  // The user record may be older than the plan.
  const left =
    daysLeft > 0 ? t('plan.trialLeft', { count: daysLeft }) : t('billing:plan.trialUntil', { day });
  return [left, t('billing:plan.trialText', { day })];
}

/** The next charge and the card that pays it. */
function Facts({ billing: { state, subscription, card, credit } }: { billing: Billing }) {
  const { t, i18n } = useText();
  const dayOf = useAccountDay();
  const money = useMoney();
  const words = usePlanWords();
  const portal = usePortal();
  if (subscription === null) return null;
  const isOver = state === 'canceled' || state === 'ended';
  const nextCharge = state === 'past_due' ? subscription.nextAttemptAt : subscription.periodEndsAt;
  return (
    <dl className={planCss.planFacts}>
      <div>
        <dt>{t(state === 'past_due' ? 'billing:plan.attempt' : 'billing:plan.next')}</dt>
        {isOver || nextCharge === null ? (
          <dd>{t('billing:plan.none')}</dd>
        ) : (
          <dd>
            <strong>
              {money(
                state === 'past_due' && subscription.openInvoice !== null
                  ? subscription.openInvoice.due
                  : subscription.nextCharge,
              )}
            </strong>
            <span className={planCss.small}>{dayOf(nextCharge)}</span>
          </dd>
        )}
      </div>
      {credit.amount === 0 ? null : (
        <div>
          <dt>{t('billing:change.credit')}</dt>
          <dd>
            <strong>{money(credit)}</strong>
          </dd>
        </div>
      )}
      <div>
        <dt>{t('billing:plan.card')}</dt>
        <dd>
          {card === null ? (
            t('billing:plan.noCard')
          ) : (
            <>
              <strong>{words.card(card)}</strong>
              <span className={planCss.small}>
                {t('billing:plan.expires', { month: formatMonth(card.expires, i18n.language, 'long') })}
              </span>
            </>
          )}
        </dd>
        {/* The notice of a failed payment has this button. */}
        {state === 'past_due' ? null : (
          <dd>
            <Button
              variant="default"
              size="xs"
              loading={portal.isPending}
              onClick={() => portal.mutate('card')}
            >
              {t('billing:plan.changeCard')}
            </Button>
          </dd>
        )}
        {portal.error === null ? null : (
          <dd>
            <Notice tone="bad" alert>
              <ErrorText error={portal.error} />
            </Notice>
          </dd>
        )}
      </div>
    </dl>
  );
}
