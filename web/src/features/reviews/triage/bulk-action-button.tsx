import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface BulkActionButtonProps
  extends ActionIconProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string;
  icon: Icon;
}

/** One action with all that are selected. Its name shows when the pointer rests on it, and when the keyboard reaches it. */
export function BulkActionButton({ label, icon: Drawing, children, ...props }: BulkActionButtonProps) {
  return (
    <Tooltip
      label={label}
      openDelay={400}
      events={{ hover: true, focus: true, touch: false }}
      // What the button opens is beside it, and the name would lie over that.
      disabled={props['aria-expanded'] === true}
    >
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} {...props}>
        {children ?? <Drawing size={18} stroke={1.75} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
