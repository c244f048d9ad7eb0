import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { needsNewSignIn, SignInAgainNotice } from '../../../ui/sign-in-again-notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './team.module.css';

interface RefusalProps {
  error: unknown;
  /** Repeats what was refused. */
  retry: () => void;
  /** Below a row of a list, where a box would be too much. */
  inRow?: boolean;
}

/** Why a change was refused. Where a recent sign-in is missing it asks for one, and then repeats the change. */
export function Refusal({ error, retry, inRow = false }: RefusalProps) {
  const { t } = useText();
  if (error === null) return null;
  if (needsNewSignIn(error))
    return <SignInAgainNotice onProved={retry}>{t('profile:team.prove')}</SignInAgainNotice>;
  return inRow ? (
    <p className={css.fault} role="alert">
      <ErrorText error={error} />
    </p>
  ) : (
    <Notice tone="bad" alert>
      <ErrorText error={error} />
    </Notice>
  );
}
