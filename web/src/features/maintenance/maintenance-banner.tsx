import type { ShownNotice } from '@kindling/contract/maintenance';
import { pathOf } from '@kindling/contract/screens';
import { languageFacts } from '@kindling/locales/languages.ts';
import { CloseButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useIsAdmin } from '../../lib/auth/use-is-admin.ts';
import { formatMomentRange } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { readKeptHeight, writeKeptHeight } from '../../lib/kept-height.ts';
import { useMaintenance } from '../../lib/use-maintenance.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { bannerHeightKey } from './banner-place.tsx';
import { close, isClosed, readClosed } from './closed-notices.ts';
import css from './maintenance-banner.module.css';

/**
 * Says above every screen that nothing can be changed at the moment, and what else the operator announces. The live region is
 * always in the page, because screen readers announce changes only in a region that already exists.
 */
export function MaintenanceBanner() {
  const { t } = useText();
  const { readOnly, notices, isPending } = useMaintenance();
  const [closed, setClosed] = useState(readClosed);
  const open = notices.filter((notice) => !isClosed(closed, notice));
  const isAdmin = useIsAdmin();
  const region = useKeptHeight(isPending);
  return (
    <div
      ref={region}
      className={css.region}
      style={isPending ? { minHeight: readKeptHeight(bannerHeightKey) } : undefined}
      role="status"
      aria-live="polite"
    >
      {readOnly ? (
        <Notice
          tone="warn"
          title={t('maintenance.readOnlyTitle')}
          action={
            isAdmin ? (
              <LinkButton to={`${pathOf('adminDashboard')}#maintenance`} variant="default" size="xs">
                {t('maintenance.toSwitch')}
              </LinkButton>
            ) : undefined
          }
        >
          {t('maintenance.readOnlyText')}
        </Notice>
      ) : null}
      {open.map((notice) => (
        <Shown key={notice.id} notice={notice} onClose={() => setClosed(close(closed, notice))} />
      ))}
    </div>
  );
}

/** Keeps the height of what is shown for the next load of the page. */
function useKeptHeight(isPending: boolean) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = region.current;
    if (isPending || shown === null) return;
    const observer = new ResizeObserver(() =>
      writeKeptHeight(bannerHeightKey, shown.getBoundingClientRect().height),
    );
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isPending]);
  return region;
}

function Shown({ notice, onClose }: { notice: ShownNotice; onClose: () => void }) {
  const { t, i18n } = useText();
  const { tone, text, language, workFrom, until } = notice;
  return (
    <Notice
      tone={tone === 'warning' ? 'warn' : 'info'}
      hasSmallAction
      action={
        tone === 'info' ? (
          <CloseButton variant="subtle" aria-label={t('maintenance.close')} onClick={onClose} />
        ) : undefined
      }
    >
      <p className={css.text} lang={languageFacts[language].tag} dir="auto" data-foreign>
        {text}
      </p>
      {workFrom === null ? null : (
        <p className={css.times}>{formatMomentRange(workFrom, until, i18n.language)}</p>
      )}
    </Notice>
  );
}
