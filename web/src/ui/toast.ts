import { createElement, type ReactNode } from 'react';
import { CloseLabel } from './close-label.tsx';

interface Toast {
  tone: 'good' | 'bad';
  title?: string;
  message: ReactNode;
  /** Stays until it is closed. */
  sticky?: boolean;
}

const colours = { good: 'teal', bad: 'red' } as const;

/** Tells something in a corner of the page. The library is loaded with the first word it has to say. */
export function toast({ tone, title, message, sticky = false }: Toast): void {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      color: colours[tone],
      message,
      closeButtonProps: { children: createElement(CloseLabel) },
      ...(title === undefined ? {} : { title }),
      ...(sticky ? { autoClose: false } : {}),
    }),
  );
}
