import { asLanguage, type Language, languages } from '@kindling/contract/constants';
import { mailingKinds, mailingLimits, planSegments, segmentKinds } from '@kindling/contract/mailings';
import { languageFacts } from '@kindling/locales/languages.ts';
import { NativeSelect, NumberInput, Radio } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { personLabel } from '../../../lib/person-label.ts';
import { Panel } from '../../../ui/panel.tsx';
import { FoundSelect } from '../ui/found-select.tsx';
import type { DraftValues } from './draft-values.ts';
import css from './send-email.module.css';

// locale-keys: admin-send-email.kind.*
// locale-keys: admin-send-email.kindHint.*
// locale-keys: admin-send-email.segment.*

export interface FieldsProps {
  values: DraftValues;
  set: (change: Partial<DraftValues>) => void;
}

/** What kind of mail it is, who gets it, and how fast. */
export function AudienceFields({ values, set, hasPlans }: FieldsProps & { hasPlans: boolean }) {
  const { t } = useText();
  const segments = segmentKinds.filter((one) => hasPlans || !planSegments.includes(one));
  return (
    <Panel title={t('admin-send-email:audience')}>
      <div className={css.fields}>
        <Radio.Group
          label={t('admin-send-email:field.kind')}
          value={values.kind}
          onChange={(kind) => set({ kind: parseOption(kind, mailingKinds) })}
        >
          <div className={css.kinds}>
            {mailingKinds.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={t(`admin-send-email:kind.${kind}`)}
                description={t(`admin-send-email:kindHint.${kind}`)}
              />
            ))}
          </div>
        </Radio.Group>
        <div className={css.pair}>
          <NativeSelect
            label={t('admin-send-email:field.segment')}
            value={values.segment}
            onChange={({ currentTarget }) => set({ segment: parseOption(currentTarget.value, segmentKinds) })}
            data={segments.map((one) => ({ value: one, label: t(`admin-send-email:segment.${one}`) }))}
          />
          {values.segment === 'language' ? (
            <LanguageSelect
              label={t('admin-send-email:field.segmentLanguage')}
              value={values.language}
              onChange={(language) => set({ language })}
            />
          ) : null}
          {values.segment === 'person' ? <PersonSelect values={values} set={set} /> : null}
        </div>
        <NumberInput
          className={css.narrow ?? ''}
          label={t('admin-send-email:field.perMinute')}
          description={t('admin-send-email:field.perMinuteHint', { max: mailingLimits.perMinute })}
          min={1}
          max={mailingLimits.perMinute}
          clampBehavior="strict"
          allowDecimal={false}
          value={values.perMinute}
          onChange={(value) => set({ perMinute: typeof value === 'number' && value >= 1 ? value : '' })}
        />
      </div>
    </Panel>
  );
}

interface LanguageSelectProps {
  label: string;
  description?: string;
  value: Language;
  onChange: (language: Language) => void;
}

export function LanguageSelect({ value, onChange, ...rest }: LanguageSelectProps) {
  return (
    <NativeSelect
      {...rest}
      value={value}
      onChange={({ currentTarget }) => onChange(asLanguage(currentTarget.value))}
      data={languages.map((one) => ({ value: one, label: languageFacts[one].name }))}
    />
  );
}

function PersonSelect({ values: { person }, set }: FieldsProps) {
  const { t } = useText();
  return (
    <FoundSelect
      label={t('admin-send-email:field.person')}
      placeholder={t('admin-send-email:field.personHint')}
      nothing={t('admin-send-email:field.nobody')}
      value={person}
      onChange={(next) => set({ person: next })}
      choicesOf={(people) => people.map((one) => ({ id: one.id, label: personLabel(one) }))}
    />
  );
}
