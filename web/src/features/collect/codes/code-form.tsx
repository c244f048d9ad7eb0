import { maxNameLength } from '@kindling/contract/code-files';
import type { CodeDesign } from '@kindling/contract/code-looks';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CodePicture } from './code-picture.tsx';
import { DesignForm } from './design-form.tsx';
import css from './editor.module.css';
import { PlaceFields } from './place-fields.tsx';
import { ScanVerdict } from './scan-verdict.tsx';
import { useScanCheck } from './use-scan-check.ts';

export interface CodeFormValues {
  name: string;
  series: string | null;
  pipelineId: string | null;
  locationId: string | null;
  design: CodeDesign;
}

interface CodeFormProps {
  /** What the code holds. */
  content: string;
  /** Contents that a new code may get instead; the same list at every rendering. */
  others?: readonly string[];
  values: CodeFormValues;
  onChange: (values: CodeFormValues) => void;
  /** Whether the design may be saved; false while it is being checked. */
  onChecked: (scans: boolean) => void;
  /** In place of the name, for several codes at once. */
  names?: ReactNode;
  /** Below the picture; on a phone at the end. */
  children?: ReactNode;
}

/** Settings at one side, the true picture with the result of the scan check at the other. */
export function CodeForm({ content, others, values, onChange, onChecked, names, children }: CodeFormProps) {
  const { t } = useText();
  const pipelines = useQuery(query.pipelines.list.queryOptions({ input: {} }));
  const { design } = values;
  const result = useScanCheck({ content, design, callToAction: t('print:callToAction') }, others);
  const scans = result?.ok ?? false;
  useEffect(() => onChecked(scans), [scans, onChecked]);
  return (
    <div className={css.split}>
      <div className={css.side}>
        {names ?? (
          <TextInput
            label={t('codes:name')}
            description={t('codes:nameHint')}
            maxLength={maxNameLength}
            value={values.name}
            error={values.name.trim() === '' ? t('codes:nameMissing') : null}
            onChange={(event) => onChange({ ...values, name: event.currentTarget.value })}
          />
        )}
        {pipelines.data === undefined ? (
          <Skeleton shape="form" height={76} />
        ) : (
          <PlaceFields
            pipelines={pipelines.data.pipelines}
            value={values}
            onChange={(place) => onChange({ ...values, ...place })}
          />
        )}
        <DesignForm
          content={content}
          design={design}
          onChange={(next) => onChange({ ...values, design: next })}
        />
      </div>
      <div className={css.beside}>
        <section className={css.stage} aria-label={t('codes:editor.preview')}>
          <div className={css.ground}>
            <CodePicture
              content={content}
              design={design}
              label={t('codes:editor.pictureOf', { url: content })}
            />
          </div>
          <ScanVerdict result={result} />
        </section>
        {children}
      </div>
    </div>
  );
}
