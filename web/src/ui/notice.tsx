import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './notice.module.css';

const icons = { info: IconInfoCircle, warn: IconAlertTriangle, bad: IconCircleX } as const;

interface NoticeProps {
  tone: keyof typeof icons;
  title?: string;
  /** At the end of the line; below the text in a narrow place. */
  action?: ReactNode | undefined;
  /** The action is small and stays at the end of the first line, in a narrow place too. */
  hasSmallAction?: boolean;
  /** Screen readers announce it at once; for something that has just happened. */
  alert?: boolean;
  children: ReactNode;
}

/** A message on the screen: information, a warning or an error. */
export function Notice({
  tone,
  title,
  action,
  hasSmallAction = false,
  alert = false,
  children,
}: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div
      className={css.notice}
      data-tone={tone}
      data-small-action={hasSmallAction || undefined}
      {...(alert ? { role: 'alert' } : {})}
    >
      <div className={css.said}>
        <Icon className={css.icon} size={19} stroke={1.8} aria-hidden />
        <div className={css.words}>
          {title === undefined ? null : <strong className={css.title}>{title}</strong>}
          {children}
        </div>
      </div>
      {action === undefined ? null : <div className={css.action}>{action}</div>}
    </div>
  );
}
