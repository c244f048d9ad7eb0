/** Which of the built client scripts an embed needs: nobody loads behaviour that its settings leave out. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { layouts } from './layouts.ts';

/** Names of files in `dist/guest`, without their ending. */
export type ClientName = 'embed' | 'paged' | 'moving' | 'opening';
/** Their built text. */
export type ClientScripts = Readonly<Record<ClientName, string>>;

export function clientOf({ layout, date, pageSize }: EmbedSettings): ClientName {
  const { client } = layouts[layout];
  if (client !== undefined) return client;
  return date === 'relative' || pageSize > 0 ? 'paged' : 'embed';
}
