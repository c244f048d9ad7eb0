import { IconMessageCircleQuestion, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleHelpDesk } from '../../lib/help-desk.ts';
import { loadArea } from '../../lib/i18n/load-area.ts';
import { useText } from '../../lib/i18n/text.ts';
import { startSteppingAside } from '../../lib/step-aside.ts';
import css from './launcher.module.css';
import { setHelpOpen, useHelpOpen } from './open-state.ts';

const loadPanel = () => import('./help-panel.tsx');
const Panel = lazy(async () => ({ default: (await loadPanel()).HelpPanel }));

/**
 * The help button at the bottom right of every page, which steps aside for what is under it. The panel is loaded when it is
 * first opened.
 */
export function HelpLauncher() {
  const { t } = useText();
  const { i18n } = useTranslation();
  const open = useHelpOpen();
  // Once opened, the panel stays mounted, so that a typed message is still there later.
  const [textsState, setTextsState] = useState<'none' | 'wanted' | 'there'>('none');
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current === null ? undefined : startSteppingAside(place.current)), []);
  useEffect(() => {
    if (!open || textsState !== 'none') return;
    setTextsState('wanted');
    // When the texts fail to load, the panel opens with translation keys instead of not at all.
    const shown = () => setTextsState('there');
    loadArea(i18n, 'help').then(shown, shown);
  }, [open, textsState, i18n]);
  const Icon = open ? IconX : IconMessageCircleQuestion;
  return (
    <>
      <div ref={place} className={css.place}>
        <button
          ref={button}
          type="button"
          className={css.launcher}
          aria-label={t('common:help')}
          aria-expanded={open}
          aria-haspopup="dialog"
          onClick={() => {
            if (!toggleHelpDesk()) setHelpOpen(!open);
          }}
        >
          <Icon size={24} stroke={1.75} aria-hidden />
        </button>
      </div>
      {textsState === 'there' ? (
        <Suspense fallback={null}>
          <Panel open={open} onClose={() => setHelpOpen(false)} returnTo={button} />
        </Suspense>
      ) : null}
    </>
  );
}
