import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface BulkActionButtonProps
  extends ActionIconProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string;
  icon: Icon;
}

/** One action with all that are selected. Its name shows when the pointer rests on it. */
export function BulkActionButton({ label, icon: Drawing, ...props }: BulkActionButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} title={label} {...props}>
      <Drawing size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
