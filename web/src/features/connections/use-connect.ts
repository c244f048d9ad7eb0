import type { Platform } from '@kindling/contract/platforms';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../lib/api/client.ts';

/** Asks for the platform's sign-in address and sends the browser there. */
export function useConnect() {
  return useMutation({
    mutationFn: (platform: Platform) => client.connections.authorise({ platform }),
    onSuccess: ({ url }) => location.assign(url),
  });
}
