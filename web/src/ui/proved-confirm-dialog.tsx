import { Box } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useText } from '../lib/i18n/text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { needsNewSignIn, SignInAgainNotice } from './sign-in-again-notice.tsx';

/** Asks before a change that may need a recent sign-in, and for that sign-in when the last one is too old. */
export function ProvedConfirmDialog({
  error,
  disabled = false,
  children,
  onConfirm,
  ...rest
}: ComponentProps<typeof ConfirmDialog>) {
  const { t } = useText();
  const mustSignIn = needsNewSignIn(error);
  return (
    <ConfirmDialog
      {...rest}
      error={mustSignIn ? null : error}
      disabled={disabled || mustSignIn}
      onConfirm={onConfirm}
    >
      {children}
      {mustSignIn ? (
        <Box mt="md" ref={focusButton}>
          <SignInAgainNotice onProved={onConfirm}>{t('auth.prove')}</SignInAgainNotice>
        </Box>
      ) : null}
    </ConfirmDialog>
  );
}

/** The confirmation had the focus, and is disabled now. */
function focusButton(notice: HTMLElement | null) {
  notice?.querySelector('button')?.focus();
}
