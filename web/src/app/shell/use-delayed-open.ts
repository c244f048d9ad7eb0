import { useEffect, useState } from 'react';

/**
 * False on the first rendering. A lazily loaded overlay that mounts open would not know which element to return the
 * focus to.
 */
export function useDelayedOpen(wanted: boolean): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(wanted), [wanted]);
  return opened;
}
