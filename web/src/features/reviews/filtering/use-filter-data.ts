import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useNamedTags } from '../tags/use-tags.ts';

/** What the filters choose from. Undefined while it loads, and where it could not be read: the list never waits for it. */
export function useFilterData() {
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const tags = useNamedTags();
  const languages = useQuery(query.reviews.languages.queryOptions({ input: {} }));
  const assignees = useQuery(query.reviewMarks.assignees.queryOptions({ input: {} }));
  return {
    /** The chips that are always there may still become more. */
    isSettling: businesses.isLoading || tags.isLoading || assignees.isLoading,
    businesses: businesses.data?.businesses,
    tags: tags.data,
    languages: languages.data?.languages,
    assignees: assignees.data?.assignees,
  };
}

export type FilterData = ReturnType<typeof useFilterData>;
