/** What the address of a visit says: the location and the door. */
import type { CollectLocation } from '@kindling/contract/collect-page';
import type { DoorKey } from '../pipelines/index.ts';
import type { OpenPage } from './load-page.ts';
import type { PageAddress } from './page-address.ts';

/** Null where the visitor has to choose first. A location that is not one of the page's counts as none. */
export function locationOf(page: OpenPage, chosen: unknown): CollectLocation | null {
  const { locations } = page.view;
  const wanted = page.locationId ?? (locations.length === 1 ? locations[0]?.id : chosen);
  return locations.find(({ id }) => id === wanted) ?? null;
}

export function doorOf(page: OpenPage, { door }: PageAddress): Omit<DoorKey, 'locationId'> {
  return { pipelineId: page.view.pipelineId, door, codeId: page.codeId };
}
