import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface LinkButtonProps extends ButtonProps {
  to: string;
  /** For a text that does not say which one is meant; begins with that text. */
  'aria-label'?: string;
  children: ReactNode;
}

/** A link within the app that looks like a button. */
export function LinkButton({ to, children, ...rest }: LinkButtonProps) {
  return (
    <Button component={Link} to={to} {...rest}>
      {children}
    </Button>
  );
}
