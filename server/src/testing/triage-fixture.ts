/** For tests only: tags of an account, and what members do with its reviews. */
import type { BulkProgress } from '@kindling/contract/bulk-actions';
import type { ReviewTag } from '@kindling/contract/tags';
import { newId } from '../lib/ids.ts';
import type { TestApp, TestUser } from './test-app.ts';

export interface TriageIds {
  tagId: string;
  otherTagId: string;
  /** Of the tenant's user, about `reviewId`. */
  noteId: string;
  /** Of the tenant's user; it has not begun. */
  bulkActionId: string;
}

export async function addTag(user: Pick<TestUser, 'call'>, name: string): Promise<ReviewTag> {
  const made = await user.call('POST', '/tags', { name });
  if (made.status !== 201) throw new Error(`The tag was answered with ${made.status}: ${made.text}`);
  return (made.json as { tag: ReviewTag }).tag;
}

/** @param mark in every text that belongs to a location. @param tagMark in the names of tags, which every member sees */
export async function addTriage(
  _app: TestApp,
  user: TestUser,
  { mark, tagMark, reviewId }: { mark: string; tagMark: string; reviewId: string },
): Promise<TriageIds> {
  const tag = await addTag(user, `${tagMark} tag`);
  const other = await addTag(user, `${tagMark} other tag`);
  const noteId = newId();
  const steps = [
    await user.call('PUT', `/reviews/${reviewId}/tags`, { add: [tag.id], remove: [] }),
    await user.call('PUT', `/reviews/${reviewId}/assignee`, { assigneeId: user.userId }),
    await user.call('PUT', `/reviews/${reviewId}/pin`, { reason: `${mark} pin` }),
    await user.call('POST', `/reviews/${reviewId}/notes`, { noteId, text: `${mark} note` }),
  ];
  const started = await user.call('POST', '/bulk-actions', {
    selection: { ids: [reviewId] },
    action: { kind: 'tag', tagId: other.id },
  });
  const failed = [...steps, started].find(({ status }) => status >= 300);
  if (failed !== undefined) throw new Error(`A step was answered with ${failed.status}: ${failed.text}`);
  const { bulk } = started.json as { bulk: BulkProgress };
  return { tagId: tag.id, otherTagId: other.id, noteId, bulkActionId: bulk.id };
}
