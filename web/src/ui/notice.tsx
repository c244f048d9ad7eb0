import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './notice.module.css';

const icons = { info: IconInfoCircle, warn: IconAlertTriangle, bad: IconCircleX } as const;

interface NoticeProps {
  tone: keyof typeof icons;
  title?: string;
  /** Stands at the end of the line, under the words where there is no room. */
  action?: ReactNode | undefined;
  /** Read aloud at once; for what has just happened. */
  alert?: boolean;
  children: ReactNode;
}

/** A sentence that belongs to the screen: something to know, to heed, or that went wrong. */
export function Notice({ tone, title, action, alert = false, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={css.notice} data-tone={tone} {...(alert ? { role: 'alert' } : {})}>
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
