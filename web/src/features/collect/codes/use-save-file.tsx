import type { CodeFileRequest } from '@kindling/contract/codes';
import { useMutation } from '@tanstack/react-query';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { saveCodeFile } from './code-files.ts';

// locale-keys: codes.files.leftOut.*

/** Downloads a file; says it when that fails. */
export function useSaveFile() {
  const { t } = useText();
  return useMutation({
    mutationFn: ({ request, name }: { request: CodeFileRequest; name: string }) =>
      saveCodeFile(request, name),
    onSuccess: (leftOut) => {
      if (leftOut.length > 0)
        toast({
          tone: 'bad',
          title: t('codes:files.incomplete'),
          message: leftOut.map((part) => t(`codes:files.leftOut.${part}`)).join(' '),
          sticky: true,
        });
    },
    onError: (error) =>
      toast({ tone: 'bad', title: t('codes:files.failed'), message: <ErrorText error={error} /> }),
  });
}
