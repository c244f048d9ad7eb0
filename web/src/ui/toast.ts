import { createElement, type ReactNode } from 'react';
import { CloseLabel } from './close-label.tsx';

interface Toast {
  tone: 'good' | 'bad';
  title?: string;
  message: ReactNode;
  /** Stays until somebody closes it. */
  sticky?: boolean;
}

const colors = { good: 'teal', bad: 'red' } as const;

/** Shows a message in a corner of the page. The library loads with the first message. */
export function toast({ tone, title, message, sticky = false }: Toast): void {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      color: colors[tone],
      message,
      closeButtonProps: { children: createElement(CloseLabel) },
      ...(title === undefined ? {} : { title }),
      ...(sticky ? { autoClose: false } : {}),
    }),
  );
}
