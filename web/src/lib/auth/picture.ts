import { useQuery } from '@tanstack/react-query';
import { callerHeaders, isSignedIn } from '../api/access.ts';

async function loadPicture(path: string): Promise<string | null> {
  if (!isSignedIn()) return null;
  const answer = await fetch(path, { headers: await callerHeaders({ fresh: false }) });
  if (!answer.ok) return null;
  const blob = await answer.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * A profile picture as a data URL. An image element cannot send the bearer token, so this fetches it. The path names
 * the content, so a loaded picture stays cached. Null without a picture, or while it loads.
 */
export function usePicture(path: string | null): string | null {
  const { data } = useQuery({
    queryKey: ['picture', path],
    queryFn: () => (path === null ? null : loadPicture(path)),
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
