import { pathOf } from '@kindling/contract/screens';
import { Anchor } from '@mantine/core';
import { Link, useInRouterContext } from 'react-router';
import { useMayDo } from '../lib/auth/use-may-do.ts';
import { useText } from '../lib/i18n/text.ts';

/** What to do about a plan that has ended: the link for whoever can pay, and whom to ask for everybody else. */
export function PlanEnded() {
  const { t } = useText();
  const mayPay = useMayDo('billing.manage');
  // Toasts are outside of the router, where a link loads the page.
  const isInRouter = useInRouterContext();
  if (!mayPay) return ` ${t('errors:planEnded.ask')}`;
  const look = { inherit: true, underline: 'always' } as const;
  const to = pathOf('billing');
  return (
    <>
      {' '}
      {isInRouter ? (
        <Anchor component={Link} to={to} {...look}>
          {t('errors:planEnded.renew')}
        </Anchor>
      ) : (
        <Anchor href={to} {...look}>
          {t('errors:planEnded.renew')}
        </Anchor>
      )}
    </>
  );
}
