/** For tests only: a saved view. */
import type { TestUser } from './test-app.ts';

export const someView = { name: 'Five stars', filter: { rating: 5 }, sort: 'newest', shared: false };

/** Saves a view whose name holds `mark`. @returns its id */
export async function addSavedView(user: TestUser, mark: string, locationId: string): Promise<string> {
  const body = { ...someView, name: `${mark} view`, filter: { locationId } };
  const { json } = await user.call('POST', '/saved-views', body);
  return (json as { view: { id: string } }).view.id;
}
