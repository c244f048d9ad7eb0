import type { Profile } from '@kindling/contract/profile';
import { type FormRulesRecord, useForm } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { useText } from '../../lib/i18n/text.ts';
import { mergeSaved, rejectedFieldErrors, type SectionValues } from './section-values.ts';
import { useProfileMutation } from './use-profile-mutation.ts';

/** Reports to the screen whether a section has unsaved changes. */
export type ReportDirty = (section: string, dirty: boolean) => void;

interface SectionFormOptions<Values> {
  section: string;
  profile: Profile;
  /** The values of the section in a profile. */
  select: (profile: Profile) => Values;
  save: (values: Values) => Promise<{ profile: Profile }>;
  onSaved?: (saved: Values) => Promise<void>;
  report: ReportDirty;
  validate?: FormRulesRecord<Values>;
}

/**
 * The form of one section. It follows the stored profile, which other sections and windows change too, except in fields
 * with unsaved changes.
 */
export function useSectionForm<Values extends SectionValues>(options: SectionFormOptions<Values>) {
  const { section, profile, select, report, onSaved } = options;
  const { t } = useText();
  const stored = select(profile);
  const form = useForm<Values>({ initialValues: stored, validate: options.validate ?? {} });
  const mutation = useProfileMutation(options.save);
  const adopt = (known: Values, saved: Values) => {
    const values = mergeSaved(form.getValues(), known, saved);
    form.setInitialValues(saved);
    form.setValues(values);
  };
  const follow = useEffectEvent((latest: Values) => {
    const known = form.getInitialValues();
    if (Object.keys(latest).some((key) => latest[key] !== known[key])) adopt(known, latest);
  });
  useEffect(() => follow(stored), [stored]);
  const dirty = form.isDirty();
  useEffect(() => {
    report(section, dirty);
    return () => report(section, false);
  }, [report, section, dirty]);
  const save = (values: Values) =>
    mutation.mutate(values, {
      onSuccess: async (answer, sent) => {
        const saved = select(answer.profile);
        adopt(sent, saved);
        await onSaved?.(saved);
      },
      onError: (error) =>
        form.setErrors(rejectedFieldErrors(error, Object.keys(values), t('profile:invalid'))),
    });
  return {
    form,
    mutation,
    dirty,
    submit: form.onSubmit((values) => {
      if (dirty && !mutation.isPending) save(values);
    }, focusFirstError),
    undo: () => {
      form.reset();
      mutation.reset();
    },
  };
}
