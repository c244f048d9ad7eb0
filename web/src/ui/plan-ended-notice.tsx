import { useAuth } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { Notice } from './notice.tsx';
import { PlanEnded } from './plan-ended.tsx';

export function useIsPlanEnded(): boolean {
  return useAuth().additionalUserDetails?.planState === 'ended';
}

/** Said before somebody begins what an ended plan does not allow; nothing while the plan runs. */
export function PlanEndedNotice() {
  const { t } = useText();
  if (!useIsPlanEnded()) return null;
  return (
    <Notice tone="warn">
      {t('errors:plan-ended')}
      <PlanEnded />
    </Notice>
  );
}
