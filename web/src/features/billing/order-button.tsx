import { Button, type ButtonProps } from '@mantine/core';
import css from './billing.module.css';

interface OrderButtonProps extends ButtonProps {
  onClick: () => void;
}

/** The button that decides. Its words are prescribed, so a narrow phone shows them in two lines, never cut off. */
export function OrderButton(props: OrderButtonProps) {
  return <Button {...props} classNames={{ root: css.whole, label: css.wholeWords }} />;
}
