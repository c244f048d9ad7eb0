import type { Platform } from '@kindling/contract/platforms';
import { useMutation } from '@tanstack/react-query';
import { client } from '../api/client.ts';

/** Requests the platform's OAuth URL and navigates to it. */
export function useConnect() {
  return useMutation({
    mutationFn: (platform: Platform) => client.connections.authorize({ platform }),
    onSuccess: ({ url }) => location.assign(url),
  });
}
