import type { InvoiceRecipient } from '@kindling/contract/billing';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { useText } from '../../lib/i18n/text.ts';

/** Longest first, because an error names `address.line1` or only `line1`. */
const paths = [
  'address.postalCode',
  'address.country',
  'address.line1',
  'address.line2',
  'address.state',
  'address.city',
  'vatNumber',
  'email',
  'name',
] as const;

/** The form of the recipient; fields that the server or the provider refuses get an error of their own. */
export function useRecipientForm(recipient: InvoiceRecipient) {
  const { t } = useText();
  const cache = useQueryClient();
  const needed = (typed: string) => (typed.trim() === '' ? t('billing:recipient.needed') : null);
  const form = useForm<InvoiceRecipient>({
    initialValues: recipient,
    validate: {
      name: needed,
      email: (typed) => (/^\S+@\S+\.\S+$/.test(typed.trim()) ? null : t('billing:recipient.wrongEmail')),
      address: { line1: needed, country: needed },
    },
  });
  const save = useMutation({
    mutationFn: (values: InvoiceRecipient) =>
      client.billing.setRecipient({ ...values, email: values.email.trim() }),
    onSuccess: (answer) => {
      cache.setQueryData(query.billing.getRecipient.queryKey({ input: {} }), answer);
      form.setInitialValues(answer.recipient);
      form.setValues(answer.recipient);
    },
    onError: (error) => {
      const named = toApiError(error).fields.map(({ path }) => path);
      const refused = paths.filter((path) => named.some((one) => path === one || path.endsWith(`.${one}`)));
      form.setErrors(
        Object.fromEntries(
          refused.map((path) => [
            path,
            t(path === 'vatNumber' ? 'billing:recipient.wrongVat' : 'billing:recipient.refused'),
          ]),
        ),
      );
    },
  });
  return {
    form,
    save,
    dirty: form.isDirty(),
    submit: form.onSubmit((values) => {
      if (!save.isPending) save.mutate(values);
    }, focusFirstError),
  };
}
