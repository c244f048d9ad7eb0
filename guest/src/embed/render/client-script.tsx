/** Chooses the client script of an embed, so that visitors load no behavior that its settings leave out. */
import type { Snapshot } from '@kindling/contract/embeds';
import { layoutOf } from './layouts.ts';
import { usesVisitorTools } from './visitor-tools.tsx';

/** File names in `dist/guest`, without extension. */
export type ClientName = 'embed' | 'paged' | 'moving' | 'opening' | 'searching' | 'arriving';
/** Their content after the build. */
export type ClientScripts = Readonly<Record<ClientName, string>>;

export function clientScriptOf(snapshot: Pick<Snapshot, 'settings' | 'lapsed'>): ClientName {
  const { date, pageSize } = snapshot.settings;
  const { client } = layoutOf(snapshot);
  if (client !== undefined) return client;
  if (usesVisitorTools(snapshot.settings) && snapshot.lapsed === undefined) return 'searching';
  return date === 'relative' || pageSize > 0 ? 'paged' : 'embed';
}
