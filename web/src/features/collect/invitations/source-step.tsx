import { consentBases, requestLimits } from '@kindling/contract/review-request-limits';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import type { CampaignDraft } from './campaign-draft.ts';
import css from './new.module.css';
import { StepFrame } from './step-frame.tsx';

// locale-keys: invitations.source.missing.*

export type SourceProblem = 'basis' | 'where' | 'confirm';

interface SourceStepProps {
  draft: CampaignDraft;
  confirmed: boolean;
  problems: readonly SourceProblem[];
  onChange: (changed: Partial<CampaignDraft>) => void;
  onConfirm: (confirmed: boolean) => void;
}

export function findSourceProblems(draft: CampaignDraft, confirmed: boolean): SourceProblem[] {
  const found: SourceProblem[] = [];
  if (draft.basis === null) found.push('basis');
  if (draft.source.trim().length < 3) found.push('where');
  if (!confirmed) found.push('confirm');
  return found;
}

/** Why these people may be written to. */
export function SourceStep({ draft, confirmed, problems, onChange, onConfirm }: SourceStepProps) {
  const { t } = useText();
  const problem = (name: SourceProblem) =>
    problems.includes(name) ? t(`invitations:source.missing.${name}`) : null;
  return (
    <StepFrame title={t('invitations:source.title')} lead={t('invitations:source.lead')}>
      <Radio.Group
        label={t('invitations:source.basis')}
        value={draft.basis}
        onChange={(value) => onChange({ basis: consentBases.find((one) => one === value) ?? null })}
        error={problem('basis')}
      >
        <div className={css.choices}>
          <Radio
            value="agreed"
            label={t('invitations:source.agreed')}
            description={t('invitations:source.agreedHint')}
            className={css.choice ?? ''}
          />
          <Radio
            value="customer"
            label={t('invitations:source.customer')}
            description={t('invitations:source.customerHint')}
            className={css.choice ?? ''}
          />
        </div>
      </Radio.Group>
      <TextInput
        label={t('invitations:source.where')}
        placeholder={t('invitations:source.whereExample')}
        maxLength={requestLimits.consentSourceLength}
        value={draft.source}
        error={problem('where')}
        onChange={(event) => onChange({ source: event.currentTarget.value })}
      />
      <Checkbox
        label={t('invitations:source.confirm')}
        checked={confirmed}
        error={problem('confirm')}
        onChange={(event) => onConfirm(event.currentTarget.checked)}
      />
    </StepFrame>
  );
}
