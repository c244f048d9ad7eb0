import { useState } from 'react';
import { useAuth } from '../../../lib/auth/session.tsx';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { type CampaignDraft, newDraft, readDraft, writeDraft } from './campaign-draft.ts';
import { forgetPeople } from './use-people.ts';

/** The draft of the account's next invitation; every change is kept in this tab of the browser. */
export function useCampaignDraft() {
  const { i18n } = useText();
  const accountId = useAuth().additionalUserDetails?.account?.id ?? '';
  const [restored] = useState(() => readDraft(accountId));
  const [draft, setDraft] = useState<CampaignDraft>(() => restored ?? newDraft(currentLanguage(i18n)));
  return {
    draft,
    /** Whether the texts are from before. */
    restored: restored !== null,
    change(changed: Partial<CampaignDraft>) {
      const next = { ...draft, ...changed };
      writeDraft(accountId, next);
      setDraft(next);
    },
    discard() {
      writeDraft(accountId, null);
      forgetPeople(draft.id);
    },
  };
}

/** Whether texts of a new invitation wait in this tab. */
export function useHasDraft(): boolean {
  const accountId = useAuth().additionalUserDetails?.account?.id ?? '';
  const [has] = useState(() => readDraft(accountId) !== null);
  return has;
}
