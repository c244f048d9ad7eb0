import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../lib/api/client.ts';
import { focusFirstError } from '../../../lib/focus-first-error.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { holdsCredentials, maxPageAddressLength, tryParsePageAddress } from '../../../lib/website.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './embedding.module.css';
import { type AlternativeMethod, type MethodSwitchProps, UseMethodButton } from './use-method-button.tsx';

// locale-keys: widgets.check.result.*

type CheckAnswer = Awaited<ReturnType<typeof client.embeds.check>>;

const tones: Record<CheckAnswer['result'], 'good' | 'warn' | 'bad'> = {
  'found-script': 'good',
  'found-iframe': 'good',
  'found-fragment': 'good',
  'found-picture': 'good',
  'found-without-style': 'warn',
  'frame-without-height': 'warn',
  'script-without-element': 'warn',
  'element-without-script': 'warn',
  'element-without-code': 'warn',
  'fragment-without-element': 'warn',
  'php-not-run': 'warn',
  'code-as-text': 'warn',
  'address-as-text': 'warn',
  'code-removed': 'warn',
  'other-embed': 'warn',
  'not-found': 'warn',
  'not-found-wordpress': 'warn',
  'not-allowed-site': 'bad',
  'blocked-by-csp': 'bad',
  unreachable: 'bad',
  'not-html': 'warn',
  'too-large': 'warn',
  busy: 'warn',
};

/** The methods that the text of a result recommends, best first. */
const alternatives: Partial<Record<CheckAnswer['result'], readonly AlternativeMethod[]>> = {
  'script-without-element': ['iframe'],
  'element-without-script': ['iframe'],
  'element-without-code': ['address', 'iframe', 'picture'],
  'fragment-without-element': ['address', 'picture'],
  'php-not-run': ['script', 'address'],
  'address-as-text': ['iframe', 'script'],
  'code-removed': ['address', 'picture'],
  'not-found-wordpress': ['address', 'picture'],
};

/** Checks whether the embed is on a page of the owner's, and says what to do where it is not. */
export function PageCheck({ id, methods, onUse }: { id: string } & MethodSwitchProps) {
  const { t } = useText();
  const check = useMutation({ mutationFn: (url: string) => client.embeds.check({ id, url }) });
  const form = useForm({
    initialValues: { address: '' },
    validate: {
      address: (typed) => {
        if (tryParsePageAddress(typed) !== undefined) return null;
        return holdsCredentials(typed) ? t('common:websiteCredentials') : t('widgets:check.invalid');
      },
    },
    transformValues: ({ address }) => tryParsePageAddress(address) ?? address,
    onValuesChange: () => {
      // The shown result belongs to the previous address.
      if (!check.isPending) check.reset();
    },
  });
  return (
    <form
      className={css.check}
      onSubmit={form.onSubmit((url) => check.mutate(url), focusFirstError)}
      aria-labelledby="check-title"
      noValidate
    >
      <h2 id="check-title" className={css.checkTitle}>
        {t('widgets:check.title')}
      </h2>
      <TextInput
        label={t('widgets:check.address')}
        description={t('widgets:check.hint')}
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={maxPageAddressLength}
        {...form.getInputProps('address')}
      />
      <Button type="submit" variant="default" loading={check.isPending}>
        {t('widgets:check.look')}
      </Button>
      <div role="status">
        {check.data === undefined || check.isPending ? null : (
          <CheckResult {...check.data} methods={methods} onUse={onUse} />
        )}
      </div>
      {check.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={check.error} />
        </Notice>
      )}
    </form>
  );
}

function CheckResult({ result, detail, methods, onUse }: CheckAnswer & MethodSwitchProps) {
  const { t } = useText();
  const tone = tones[result];
  const words = (
    <>
      {t(`widgets:check.result.${result}.text`)}
      {detail === null ? null : <code className={css.detail}>{detail}</code>}
    </>
  );
  if (tone === 'good')
    return (
      <div className={css.good}>
        <IconCircleCheck size={19} aria-hidden />
        <div>
          <strong>{t(`widgets:check.result.${result}.title`)}</strong>
          <p>{words}</p>
        </div>
      </div>
    );
  const alternative = alternatives[result];
  return (
    <Notice
      tone={tone}
      title={t(`widgets:check.result.${result}.title`)}
      action={
        alternative === undefined ? undefined : (
          <UseMethodButton of={alternative} methods={methods} onUse={onUse} />
        )
      }
    >
      {words}
    </Notice>
  );
}
