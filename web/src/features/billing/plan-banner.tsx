import { pathOf } from '@kindling/contract/screens';
import { useLocation } from 'react-router';
import { useAuth } from '../../lib/auth/session.tsx';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './billing.module.css';
import { planBanner } from './which-plan-banner.ts';

/** These screens say it in their own words, and the button would lead away from paying. */
const isAboutPlan = (pathname: string) =>
  pathname === pathOf('billing') || `${pathname}/`.startsWith(`${pathOf('subscriptions')}/`);

/** Says above every other screen that the plan ends soon or has ended, or that a payment failed. */
export function PlanBanner() {
  const { t } = useText();
  const details = useAuth().additionalUserDetails;
  const mayPay = useMayDo('billing.manage');
  const { pathname } = useLocation();
  const banner = details === null ? null : planBanner(details);
  if (banner === null || isAboutPlan(pathname)) return null;
  const hasFailed = banner.kind === 'payment-failed';
  const isUrgent = banner.kind !== 'expires' || banner.strong;
  return (
    <div className={css.banner} data-urgent={isUrgent || undefined}>
      <Notice
        tone={isUrgent ? 'bad' : 'warn'}
        action={
          mayPay ? (
            <LinkButton to="/billing" size="xs" {...(isUrgent ? {} : { variant: 'default' })}>
              {t(hasFailed ? 'plan.updatePayment' : 'plan.upgrade')}
            </LinkButton>
          ) : undefined
        }
      >
        {banner.kind === 'expires'
          ? t('plan.expires', { count: banner.days })
          : t(hasFailed ? 'plan.paymentFailed' : 'plan.expired')}
      </Notice>
    </div>
  );
}
