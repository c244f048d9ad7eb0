import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { useIsLimited } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { CampaignForm, type NewCampaignProps } from './campaign-form.tsx';
import { placeOf } from './filled-draft.ts';
import { PlaceChoice } from './place-choice.tsx';
import { useCampaignDraft } from './use-campaign-draft.ts';

/** A new invitation, step by step. */
export function NewCampaign(props: NewCampaignProps) {
  const { t } = useText();
  const drafted = useCampaignDraft();
  const pipelines = useQuery(query.pipelines.list.queryOptions({ input: {} }));
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const limited = useIsLimited();
  const accountZone = useAuth().additionalUserDetails?.timeZone ?? 'UTC';
  const error = pipelines.error ?? businesses.error;
  if (error !== null && (pipelines.data === undefined || businesses.data === undefined))
    return (
      <Panel>
        <ErrorState
          error={error}
          retry={() => void Promise.all([pipelines.refetch(), businesses.refetch()])}
        />
      </Panel>
    );
  if (pipelines.data === undefined || businesses.data === undefined)
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton shape="form" framed height={520} />
      </div>
    );
  const list = pipelines.data.pipelines;
  const place = placeOf(drafted.draft, list, businesses.data.businesses, { limited, accountZone });
  if (place === null)
    return (
      <Notice tone="info" title={t('pipeline:none.title')}>
        {t('pipeline:none.text')}
      </Notice>
    );
  return (
    <CampaignForm
      {...props}
      drafted={drafted}
      place={place}
      placeChoice={<PlaceChoice pipelines={list} place={place} onChange={drafted.change} />}
    />
  );
}
