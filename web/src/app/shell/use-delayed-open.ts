import { useEffect, useState } from 'react';

/**
 * False on the first rendering, whatever was asked for. An overlay that is loaded when it is first wanted would
 * otherwise be born open, and would not know where the focus has to go back to.
 */
export function useDelayedOpen(wanted: boolean): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(wanted), [wanted]);
  return opened;
}
