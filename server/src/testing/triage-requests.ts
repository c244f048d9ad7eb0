/** For tests only: valid requests for tags, notes, assignees, pins, history and actions on many reviews. */
import { newId } from '../lib/ids.ts';
import type { ApiRequest } from './api-request.ts';
import type { TenantFixture } from './tenant-fixture.ts';

type Requests = Record<string, (world: Pick<TenantFixture, 'user' | 'ids'>) => ApiRequest>;

const someRule = { words: ['cake'], rating: null, sources: [], languages: [], recommendation: null };

export const triageRequests: Requests = {
  'GET /tags': () => ({ method: 'GET', path: '/tags' }),
  'POST /tags': () => ({ method: 'POST', path: '/tags', body: { name: `Tag ${newId()}`, color: 'green' } }),
  'PUT /tags/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/tags/${ids.tagId}`,
    body: { name: `Renamed ${ids.tagId}`.slice(0, 40), color: 'blue', rule: someRule },
  }),
  'POST /tags/preview': () => ({ method: 'POST', path: '/tags/preview', body: { rule: someRule } }),
  'POST /tags/{id}/run': ({ ids }) => ({ method: 'POST', path: `/tags/${ids.tagId}/run` }),
  'PUT /reviews/{id}/tags': ({ ids }) => ({
    method: 'PUT',
    path: `/reviews/${ids.reviewId}/tags`,
    body: { add: [ids.tagId], remove: [] },
  }),
  'GET /reviews/assignees': ({ ids }) => ({
    method: 'GET',
    path: `/reviews/assignees?locationId=${ids.locationId}`,
  }),
  'PUT /reviews/{id}/assignee': ({ ids }) => ({
    method: 'PUT',
    path: `/reviews/${ids.reviewId}/assignee`,
    body: { assigneeId: null },
  }),
  'PUT /reviews/{id}/pin': ({ ids }) => ({
    method: 'PUT',
    path: `/reviews/${ids.reviewId}/pin`,
    body: { reason: null },
  }),
  'GET /reviews/{id}/notes': ({ ids }) => ({ method: 'GET', path: `/reviews/${ids.reviewId}/notes` }),
  'POST /reviews/{id}/notes': ({ ids }) => ({
    method: 'POST',
    path: `/reviews/${ids.reviewId}/notes`,
    body: { noteId: newId(), text: 'Called her' },
  }),
  'PUT /reviews/{id}/notes/{noteId}': ({ ids }) => ({
    method: 'PUT',
    path: `/reviews/${ids.reviewId}/notes/${ids.noteId}`,
    body: { text: 'Called her twice' },
  }),
  'GET /reviews/{id}/history': ({ ids }) => ({ method: 'GET', path: `/reviews/${ids.reviewId}/history` }),
  'POST /bulk-actions': ({ ids }) => ({
    method: 'POST',
    path: '/bulk-actions',
    body: { selection: { ids: [ids.otherReviewId] }, action: { kind: 'untag', tagId: ids.tagId } },
  }),
  'GET /bulk-actions': () => ({ method: 'GET', path: '/bulk-actions' }),
  'GET /bulk-actions/{id}': ({ ids }) => ({ method: 'GET', path: `/bulk-actions/${ids.bulkActionId}` }),
};

export const triageDeletions: Requests = {
  'DELETE /bulk-actions/{id}': ({ ids }) => ({
    method: 'DELETE',
    path: `/bulk-actions/${ids.bulkActionId}`,
  }),
  'DELETE /reviews/{id}/pin': ({ ids }) => ({ method: 'DELETE', path: `/reviews/${ids.reviewId}/pin` }),
  'DELETE /reviews/{id}/notes/{noteId}': ({ ids }) => ({
    method: 'DELETE',
    path: `/reviews/${ids.reviewId}/notes/${ids.noteId}`,
  }),
  'POST /tags/{id}/merge': ({ ids }) => ({
    method: 'POST',
    path: `/tags/${ids.otherTagId}/merge`,
    body: { into: ids.tagId },
  }),
  'DELETE /tags/{id}': ({ ids }) => ({ method: 'DELETE', path: `/tags/${ids.tagId}` }),
};
