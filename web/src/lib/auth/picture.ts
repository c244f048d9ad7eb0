import { useQuery } from '@tanstack/react-query';
import { getToken } from '../api/access.ts';

async function loadPicture(path: string): Promise<string | null> {
  const token = await getToken({ fresh: false });
  if (token === null) return null;
  const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
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
