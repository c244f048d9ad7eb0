import { requirePlace } from '../kit/content-faults.ts';
import { type ActiveFault, type FaultKind, undo } from '../kit/fault-registry.ts';
import { controlError, type JsonObject, restoreFields, stringField } from '../kit/json-object.ts';
import { type FacebookState, findPage } from './state.ts';

type Patch = (page: JsonObject, fault: ActiveFault) => JsonObject;

/** Faults that change a page, under the names of Google's location faults. Ending a fault restores the page. */
export function pageFaultKinds(state: FacebookState): Record<string, FaultKind> {
  const put = (page: JsonObject) => {
    state.data.pages = state.data.pages.map((known) => (known.id === page.id ? page : known));
  };
  const kind = (about: string, options: string, patch: Patch): FaultKind => ({
    about,
    ...(options ? { options } : {}),
    start: (fault) => {
      const before = findPage(state, requirePlace(state.platformReviews, fault));
      if (!before) throw controlError('no such page');
      const changed = patch(before, fault);
      put({ ...before, ...changed });
      const more = fault.memory.undo;
      fault.memory.undo = () => {
        put(restoreFields(findPage(state, String(before.id)) ?? before, before, changed));
        if (typeof more === 'function') more();
      };
      fault.fired += 1;
      fault.touched.push(String(before.id));
    },
    end: undo,
  });
  return {
    'location-moved': kind('the page has a new address and username', '', (page) => ({
      username: `${stringField(page, 'username') ?? `page${page.id}`}.moved`,
      location: { street: 'Neue Straße 1', city: 'Berlin', zip: '10117', country: 'Germany' },
    })),
    'location-merged': kind(
      'the page was merged into another one: its id answers code 21',
      'into (another page)',
      (page, fault) => mergePage(state, String(page.id), fault),
    ),
    'location-closed': kind('the page says that the business is closed for good', '', () => ({
      is_permanently_closed: true,
    })),
    'location-unverified': kind('the page lost its verification', '', () => ({
      verification_status: 'not_verified',
    })),
  };
}

/** Moves the recommendations to the other page; the page itself does not change. */
function mergePage(state: FacebookState, id: string, fault: ActiveFault): JsonObject {
  const into =
    stringField(fault.options, 'into') ?? state.platformReviews.places().find((other) => other !== id);
  if (into === undefined || into === id || !findPage(state, into)) {
    throw controlError('"into" must name another page');
  }
  const moved = state.platformReviews.ids(id).map((story) => {
    const item = state.ratings.findByStory(id, story) ?? {};
    const restore = state.platformReviews.remove(id, story);
    state.ratings.put(into, item);
    return { story, restore };
  });
  state.migrated.set(id, into);
  fault.memory.undo = () => {
    state.migrated.delete(id);
    for (const { story, restore } of moved) {
      state.ratings.removeByStory(into, story);
      restore?.();
    }
  };
  return {};
}
