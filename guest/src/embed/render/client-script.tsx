/** Which of the built client scripts an embed needs: nobody loads behaviour that its settings leave out. */
import type { Snapshot } from '@kindling/contract/embeds';
import { layoutOf } from './layouts.ts';

/** Names of files in `dist/guest`, without their ending. */
export type ClientName = 'embed' | 'paged' | 'moving' | 'opening';
/** Their built text. */
export type ClientScripts = Readonly<Record<ClientName, string>>;

export function clientScriptOf(snapshot: Pick<Snapshot, 'settings' | 'lapsed'>): ClientName {
  const { date, pageSize } = snapshot.settings;
  const { client } = layoutOf(snapshot);
  if (client !== undefined) return client;
  return date === 'relative' || pageSize > 0 ? 'paged' : 'embed';
}
