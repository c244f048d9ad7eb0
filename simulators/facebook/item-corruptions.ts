import { allNull, hugeText, type ItemCorruptions } from '../kit/item-faults.ts';
import { isJsonObject, type JsonObject } from '../kit/json-object.ts';

/** The ways in which a recommendation can be malformed. */
export const ratingCorruptions: ItemCorruptions = {
  'wrong-type': {
    about: 'members of a recommendation have another type',
    patch: () => ({ created_time: 1767225600, review_text: { text: 'An object' }, reviewer: 'A name' }),
  },
  'huge-text': {
    about: 'a recommendation has a very long text',
    patch: (_, fault) => ({ review_text: hugeText(fault) }),
  },
  'null-everything': { about: 'every member of a recommendation is null', patch: allNull },
  'unknown-enum': {
    about: 'a recommendation is neither positive nor negative, but something nobody knows',
    patch: () => ({ recommendation_type: 'neutral' }),
  },
  'fb-null-rating': {
    about: 'a recommendation has null where stars were',
    patch: () => ({ rating: null, has_rating: false }),
  },
};

/** Whether an item is the recommendation with this story. */
export function isRatingNamed(item: JsonObject, story: string): boolean {
  return isJsonObject(item.open_graph_story) && item.open_graph_story.id === story;
}
