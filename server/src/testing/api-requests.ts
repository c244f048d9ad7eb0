/** For tests only: one valid request for every route of the API, and how to send it. */

import { plainDesign } from '@kindling/contract/code-looks';
import { accountHeader } from '@kindling/contract/constants';
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { defaultPipelineSettings } from '@kindling/contract/pipeline-settings';
import { declaredRoutes } from '../http/api.ts';
import { newId } from '../lib/ids.ts';
import { activityRequests } from './activity-requests.ts';
import { adminSyncScheduleRequests } from './admin-sync-schedule-requests.ts';
import { adminUsersRequests } from './admin-users-requests.ts';
import { alertRequests } from './alert-requests.ts';
import { apiAddress, routeName } from './api-address.ts';
import type { ApiRequest } from './api-request.ts';
import { billingRequests } from './billing-requests.ts';
import { dashboardRequests } from './dashboard-requests.ts';
import { errorLogRequests } from './error-log-requests.ts';
import { exportRequests } from './export-requests.ts';
import { exampleImportSettings } from './import-fixtures.ts';
import { mailingRequests } from './mailing-requests.ts';
import { maintenanceRequests } from './maintenance-requests.ts';
import { replyRequests } from './reply-requests.ts';
import { lastChangedAt, someLocation, somePicture } from './samples.ts';
import { savedViewRequests } from './saved-view-requests.ts';
import type { TenantFixture, TenantIds } from './tenant-fixture.ts';
import type { TestApp, TestUser } from './test-app.ts';
import { triageDeletions, triageRequests } from './triage-requests.ts';

export type { ApiRequest };

/** Complete embed settings for one location. */
export function someSettings(locationId: string): Record<string, unknown> {
  return { ...embedSettingsSchema.parse({}), locationIds: [locationId] };
}

/** The stored reply of each review of the tenant fixture, as this user sees it. */
function replyOf({ email }: TestUser): string {
  return `${email.split('@')[0]} reply`;
}

/** Where a code leads, and how it looks. */
function someCode({ pipelineId, locationId }: TenantIds): Record<string, unknown> {
  return { pipelineId, locationId, series: null, design: plainDesign, contact: null };
}

/** The first step of a page with the settings that every pipeline begins with. */
const somePreview = {
  locationId: null,
  settings: defaultPipelineSettings,
  language: 'en',
  step: 'rate',
  rating: 5,
};

/** What decides how an invitation looks. */
function someInvitation({ pipelineId, locationId }: TenantIds): Record<string, unknown> {
  return {
    pipelineId,
    locationId,
    language: 'en',
    subject: 'How was it?',
    message: 'Dear {name}',
    postalAddress: '1 Main Street',
  };
}

/** `YYYY-MM-DD` */
function nextWeek(): string {
  return new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
}

/** A message to support with a new idempotency key. */
function aQuestion(): Record<string, unknown> {
  return { idempotencyKey: newId(), message: 'How do I start?', page: '/dashboard', language: 'en' };
}

/** One valid request per route, by `METHOD path`, with the path as declared. Deletions come last; the others work in any order. */
export const validRequests: Record<string, (world: Pick<TenantFixture, 'user' | 'ids'>) => ApiRequest> = {
  'GET /config': () => ({ method: 'GET', path: '/config' }),
  'POST /users/adduser': ({ user }) => ({
    method: 'POST',
    path: '/users/adduser',
    body: { sub: user.sub, email: user.email, name: 'Somebody' },
  }),
  'POST /users/savelogin': ({ user }) => ({
    method: 'POST',
    path: '/users/savelogin',
    body: { useremail: user.email, userToken: user.token },
  }),
  'POST /users/getuserbyemail': ({ user }) => ({
    method: 'POST',
    path: '/users/getuserbyemail',
    body: { useremail: user.email, userToken: user.token },
  }),
  'POST /accounts': () => ({ method: 'POST', path: '/accounts', body: { zoneinfo: 'UTC' } }),
  'GET /profile': () => ({ method: 'GET', path: '/profile' }),
  'PUT /profile/names': () => ({
    method: 'PUT',
    path: '/profile/names',
    body: { firstName: 'Ann', lastName: 'van Berg', displayName: 'Ann' },
  }),
  // The name that the account has already, because its deletion asks for it.
  'PUT /profile/account-name': ({ user }) => ({
    method: 'PUT',
    path: '/profile/account-name',
    body: { name: user.email.split('@')[0] ?? '' },
  }),
  'PUT /profile/region': () => ({
    method: 'PUT',
    path: '/profile/region',
    body: { locale: 'nl', timeZone: 'Europe/Amsterdam' },
  }),
  'PUT /profile/language': () => ({ method: 'PUT', path: '/profile/language', body: { locale: 'fr' } }),
  // The second ends what the first began, because an administrator who acts has no other rights.
  'POST /admin/acting': ({ user, ids }) => ({
    method: 'POST',
    path: '/admin/acting',
    body: { userId: ids.memberId, accountId: user.accountId, reason: 'They asked for help.' },
  }),
  'DELETE /admin/acting': () => ({ method: 'DELETE', path: '/admin/acting' }),
  ...adminUsersRequests,
  ...errorLogRequests,
  'PUT /profile/alerts': () => ({
    method: 'PUT',
    path: '/profile/alerts',
    body: {
      alerts: {
        newReviews: 'low',
        lowStars: 3,
        unrated: false,
        digest: 'weekly',
        monthlyReport: true,
        privateFeedback: true,
        connectionTrouble: true,
        assigned: true,
        productNews: false,
        quietHours: null,
      },
    },
  }),
  'PUT /profile/picture': () => ({ method: 'PUT', path: '/profile/picture', body: { data: somePicture() } }),
  'GET /profile/sign-in-security': () => ({ method: 'GET', path: '/profile/sign-in-security' }),
  'GET /profile/sessions': () => ({ method: 'GET', path: '/profile/sessions' }),
  // Before the deletion is scheduled, because nobody joins an account that waits for it.
  'GET /team': () => ({ method: 'GET', path: '/team' }),
  'POST /team/invitations': ({ user, ids }) => ({
    method: 'POST',
    path: '/team/invitations',
    body: { email: `new-${user.email}`, role: 'responder', locationIds: [ids.locationId] },
  }),
  'POST /team/invitations/{id}/send-again': ({ ids }) => ({
    method: 'POST',
    path: `/team/invitations/${ids.invitationId}/send-again`,
  }),
  'GET /team/members/{id}': ({ ids }) => ({ method: 'GET', path: `/team/members/${ids.memberId}` }),
  'PUT /team/members/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/team/members/${ids.memberId}`,
    body: { role: 'responder', locationIds: [ids.locationId] },
  }),
  'POST /team/ownership-offer': ({ ids }) => ({
    method: 'POST',
    path: '/team/ownership-offer',
    body: { memberId: ids.memberId },
  }),
  'POST /team/ownership-offer/accept': () => ({ method: 'POST', path: '/team/ownership-offer/accept' }),
  'POST /invitations/look-up': () => ({
    method: 'POST',
    path: '/invitations/look-up',
    body: { token: 'unknown'.padEnd(43, '-') },
  }),
  'GET /invitations': () => ({ method: 'GET', path: '/invitations' }),
  'POST /invitations/{id}/accept': ({ ids }) => ({
    method: 'POST',
    path: `/invitations/${ids.invitationId}/accept`,
  }),
  'POST /invitations/{id}/decline': ({ ids }) => ({
    method: 'POST',
    path: `/invitations/${ids.invitationId}/decline`,
  }),
  'POST /profile/deletion': ({ user }) => ({
    method: 'POST',
    path: '/profile/deletion',
    body: { accountName: user.email.split('@')[0] ?? '' },
  }),
  'GET /businesses': () => ({ method: 'GET', path: '/businesses' }),
  'PUT /businesses/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/businesses/${ids.businessId}`,
    body: { name: 'Named by hand', website: 'https://shop.example' },
  }),
  'POST /businesses': () => ({ method: 'POST', path: '/businesses', body: { name: 'Second' } }),
  'PUT /businesses/{id}/archived': ({ ids }) => ({
    method: 'PUT',
    path: `/businesses/${ids.emptyBusinessId}/archived`,
    body: { archived: true },
  }),
  'PUT /businesses/{id}/logo': ({ ids }) => ({
    method: 'PUT',
    path: `/businesses/${ids.businessId}/logo`,
    body: { data: somePicture() },
  }),
  'DELETE /businesses/{id}/logo': ({ ids }) => ({
    method: 'DELETE',
    path: `/businesses/${ids.emptyBusinessId}/logo`,
  }),
  'POST /businesses/{id}/locations': ({ ids }) => ({
    method: 'POST',
    path: `/businesses/${ids.businessId}/locations`,
    body: someLocation,
  }),
  'PUT /locations/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/locations/${ids.emptyLocationId}`,
    body: { ...someLocation, businessId: ids.businessId, updatedAt: lastChangedAt },
  }),
  'GET /connections': () => ({ method: 'GET', path: '/connections' }),
  'POST /connections/authorize/{platform}': () => ({ method: 'POST', path: '/connections/authorize/google' }),
  'GET /connections/{id}/available': ({ ids }) => ({
    method: 'GET',
    path: `/connections/${ids.connectionId}/available`,
  }),
  'PUT /connections/{id}/listings': ({ ids }) => ({
    method: 'PUT',
    path: `/connections/${ids.connectionId}/listings`,
    body: { externalIds: [ids.externalId] },
  }),
  'POST /connections/{id}/recheck-access': ({ ids }) => ({
    method: 'POST',
    path: `/connections/${ids.connectionId}/recheck-access`,
  }),
  'PUT /listings/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/listings/${ids.listingId}`,
    body: { paused: false, syncIntervalMinutes: 720, locationId: ids.locationId },
  }),
  'GET /api-key-places': () => ({
    method: 'GET',
    path: '/api-key-places?platform=google&query=Place&language=en',
  }),
  'POST /api-key-places': () => ({
    method: 'POST',
    path: '/api-key-places',
    body: { platform: 'google', placeId: 'open-place', language: 'en' },
  }),
  'GET /platform-requests': () => ({ method: 'GET', path: '/platform-requests' }),
  'PUT /platform-requests/{platform}': () => ({
    method: 'PUT',
    path: '/platform-requests/yelp',
    body: { wanted: true },
  }),
  'POST /listings/{id}/sync': ({ ids }) => ({ method: 'POST', path: `/listings/${ids.listingId}/sync` }),
  'GET /listings/{id}/runs': ({ ids }) => ({ method: 'GET', path: `/listings/${ids.otherListingId}/runs` }),
  'POST /listings/{id}/accept-removals': ({ ids }) => ({
    method: 'POST',
    path: `/listings/${ids.otherListingId}/accept-removals`,
  }),
  'GET /connections/{id}/runs': ({ ids }) => ({
    method: 'GET',
    path: `/connections/${ids.connectionId}/runs?listingId=${ids.otherListingId}`,
  }),
  'GET /sync/events': () => ({ method: 'GET', path: '/sync/events' }),
  'GET /imports': () => ({ method: 'GET', path: '/imports' }),
  'GET /imports/events': () => ({ method: 'GET', path: '/imports/events' }),
  'GET /imports/{id}': ({ ids }) => ({ method: 'GET', path: `/imports/${ids.readImportId}` }),
  'POST /imports/{id}/read': ({ ids }) => ({
    method: 'POST',
    path: `/imports/${ids.readImportId}/read`,
    body: { encoding: 'utf-8', separator: ',', header: true, sheet: 0 },
  }),
  'POST /imports/{id}/preview': ({ ids }) => ({
    method: 'POST',
    path: `/imports/${ids.readImportId}/preview`,
    body: { settings: exampleImportSettings(ids.locationId) },
  }),
  'POST /imports/{id}/check': ({ ids }) => ({
    method: 'POST',
    path: `/imports/${ids.checkImportId}/check`,
    body: { settings: exampleImportSettings(ids.locationId) },
  }),
  'GET /imports/{id}/faults': ({ ids }) => ({ method: 'GET', path: `/imports/${ids.undoImportId}/faults` }),
  'POST /imports/{id}/publish': ({ ids }) => ({
    method: 'POST',
    path: `/imports/${ids.publishImportId}/publish`,
  }),
  'POST /imports/{id}/cancel': ({ ids }) => ({
    method: 'POST',
    path: `/imports/${ids.cancelImportId}/cancel`,
  }),
  'POST /imports/{id}/undo': ({ ids }) => ({ method: 'POST', path: `/imports/${ids.undoImportId}/undo` }),
  // Creating an import replaces the ones that have waited longest.
  'POST /imports': () => ({
    method: 'POST',
    path: '/imports',
    body: { files: [{ name: 'reviews.csv', bytes: 10 }] },
  }),
  'GET /reviews': ({ ids }) => ({
    method: 'GET',
    path: `/reviews?limit=2&locationId=${ids.locationId}`,
  }),
  'GET /reviews/count': ({ ids }) => ({
    method: 'GET',
    path: `/reviews/count?locationId=${ids.locationId}`,
  }),
  'GET /reviews/languages': () => ({ method: 'GET', path: '/reviews/languages' }),
  'GET /reviews/figures': () => ({ method: 'GET', path: '/reviews/figures' }),
  'GET /reviews/{id}': ({ ids }) => ({ method: 'GET', path: `/reviews/${ids.reviewId}` }),
  'PUT /reviews/{id}/draft': ({ ids }) => ({
    method: 'PUT',
    path: `/reviews/${ids.reviewId}/draft`,
    body: { text: 'Dear guest' },
  }),
  'PUT /reviews/{id}/reply': ({ user, ids }) => ({
    method: 'PUT',
    path: `/reviews/${ids.reviewId}/reply`,
    body: { text: 'Thank you', seen: replyOf(user) },
  }),
  ...replyRequests,
  'DELETE /reviews/{id}/reply': ({ user, ids }) => ({
    method: 'DELETE',
    path: `/reviews/${ids.otherReviewId}/reply`,
    body: { seen: replyOf(user) },
  }),
  'GET /reviews/hide-reasons': () => ({ method: 'GET', path: '/reviews/hide-reasons' }),
  'PUT /reviews/{id}/hidden': ({ ids }) => ({
    method: 'PUT',
    path: `/reviews/${ids.firstPartyId}/hidden`,
    body: { reason: 'outdated' },
  }),
  'DELETE /reviews/{id}/hidden': ({ ids }) => ({
    method: 'DELETE',
    path: `/reviews/${ids.firstPartyId}/hidden`,
  }),
  'PUT /reviews/{id}/abuse-report': ({ ids }) => ({
    method: 'PUT',
    path: `/reviews/${ids.otherFirstPartyId}/abuse-report`,
    body: { reason: 'spam' },
  }),
  'DELETE /reviews/{id}/abuse-report': ({ ids }) => ({
    method: 'DELETE',
    path: `/reviews/${ids.otherFirstPartyId}/abuse-report`,
  }),
  'GET /codes': () => ({ method: 'GET', path: '/codes?kind=qr&days=30' }),
  'POST /codes': ({ ids }) => ({
    method: 'POST',
    path: '/codes',
    body: { ...someCode(ids), kind: 'nfc', names: ['One more'] },
  }),
  'GET /codes/{id}': ({ ids }) => ({ method: 'GET', path: `/codes/${ids.codeId}` }),
  'PUT /codes/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/codes/${ids.codeId}`,
    body: { ...someCode(ids), name: 'Renamed', updatedAt: lastChangedAt },
  }),
  'PUT /codes/{id}/disabled': ({ ids }) => ({
    method: 'PUT',
    path: `/codes/${ids.codeId}/disabled`,
    // It is so already, so that the time of the last change stays.
    body: { disabled: false },
  }),
  'GET /embeds': () => ({ method: 'GET', path: '/embeds?kind=widget' }),
  'POST /embeds': ({ ids }) => ({
    method: 'POST',
    path: '/embeds',
    body: {
      kind: 'badge',
      name: 'One more',
      settings: { ...someSettings(ids.locationId), layout: 'badge-card' },
    },
  }),
  'GET /embeds/{id}': ({ ids }) => ({ method: 'GET', path: `/embeds/${ids.embedId}` }),
  'PUT /embeds/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/embeds/${ids.embedId}`,
    body: { name: 'Renamed', settings: someSettings(ids.locationId) },
  }),
  'POST /embeds/{id}/preview': ({ ids }) => ({
    method: 'POST',
    path: `/embeds/${ids.embedId}/preview`,
    body: { settings: someSettings(ids.locationId) },
  }),
  'POST /embeds/previews': ({ ids }) => ({
    method: 'POST',
    path: '/embeds/previews',
    body: { kind: 'widget', settings: [{ ...someSettings(ids.locationId), layout: 'grid' }] },
  }),
  // Not a public address, so the request is refused without leaving this machine.
  'POST /embeds/site-look': () => ({
    method: 'POST',
    path: '/embeds/site-look',
    body: { url: 'http://127.0.0.1/' },
  }),
  'POST /embeds/{id}/picks': ({ ids }) => ({
    method: 'POST',
    path: `/embeds/${ids.embedId}/picks`,
    body: { pickedIds: [ids.reviewId], sources: [], locationIds: [ids.locationId] },
  }),
  // Not a public address, so the request is refused without leaving this machine.
  'POST /embeds/{id}/check': ({ ids }) => ({
    method: 'POST',
    path: `/embeds/${ids.embedId}/check`,
    body: { url: 'http://127.0.0.1/' },
  }),
  'POST /embeds/{id}/publish': ({ ids }) => ({ method: 'POST', path: `/embeds/${ids.embedId}/publish` }),
  'POST /embeds/{id}/unpublish': ({ ids }) => ({ method: 'POST', path: `/embeds/${ids.embedId}/unpublish` }),
  'GET /embeds/{id}/preview-links': ({ ids }) => ({
    method: 'GET',
    path: `/embeds/${ids.embedId}/preview-links`,
  }),
  'POST /embeds/{id}/preview-links': ({ ids }) => ({
    method: 'POST',
    path: `/embeds/${ids.embedId}/preview-links`,
  }),
  'DELETE /embeds/{id}/preview-links/{linkId}': ({ ids }) => ({
    method: 'DELETE',
    path: `/embeds/${ids.embedId}/preview-links/${ids.previewLinkId}`,
  }),
  'GET /embeds/{id}/traffic': ({ ids }) => ({
    method: 'GET',
    path: `/embeds/${ids.embedId}/traffic?days=30`,
  }),
  'GET /pipelines': () => ({ method: 'GET', path: '/pipelines' }),
  'POST /pipelines': ({ ids }) => ({
    method: 'POST',
    path: '/pipelines',
    body: { businessId: ids.businessId, locationId: ids.locationId, name: 'One more' },
  }),
  'PUT /pipelines/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/pipelines/${ids.pipelineId}`,
    body: {
      name: 'Renamed',
      slug: `renamed-${ids.pipelineId.slice(-12)}`,
      settings: defaultPipelineSettings,
      updatedAt: lastChangedAt,
    },
  }),
  'POST /pipelines/{id}/preview': ({ ids }) => ({
    method: 'POST',
    path: `/pipelines/${ids.pipelineId}/preview`,
    body: somePreview,
  }),
  'GET /pipelines/{id}/funnel': ({ ids }) => ({
    method: 'GET',
    path: `/pipelines/${ids.pipelineId}/funnel?days=30`,
  }),
  'GET /locations/{locationId}/destinations': ({ ids }) => ({
    method: 'GET',
    path: `/locations/${ids.locationId}/destinations`,
  }),
  'PUT /locations/{locationId}/destinations': ({ ids }) => ({
    method: 'PUT',
    path: `/locations/${ids.locationId}/destinations`,
    body: { destinations: [{ listingId: ids.listingId, hidden: false }] },
  }),
  'POST /destinations/read': () => ({
    method: 'POST',
    path: '/destinations/read',
    body: { pasted: 'https://g.page/r/CabcdEFGH/review' },
  }),
  'GET /submissions/figures': () => ({ method: 'GET', path: '/submissions/figures' }),
  'GET /submissions/held': () => ({ method: 'GET', path: '/submissions/held' }),
  'POST /submissions/{id}/release': ({ ids }) => ({
    method: 'POST',
    path: `/submissions/${ids.heldId}/release`,
  }),
  'POST /submissions/{id}/discard': ({ ids }) => ({
    method: 'POST',
    path: `/submissions/${ids.otherHeldId}/discard`,
  }),
  'GET /feedback': () => ({ method: 'GET', path: '/feedback?state=new' }),
  'GET /feedback/figures': () => ({ method: 'GET', path: '/feedback/figures' }),
  'GET /feedback/{id}': ({ ids }) => ({ method: 'GET', path: `/feedback/${ids.feedbackId}` }),
  'PUT /feedback/{id}': ({ ids }) => ({
    method: 'PUT',
    path: `/feedback/${ids.feedbackId}`,
    body: { state: 'in-progress', assigneeId: null },
  }),
  'POST /feedback/{id}/notes': ({ ids }) => ({
    method: 'POST',
    path: `/feedback/${ids.feedbackId}/notes`,
    body: { noteId: newId(), text: 'Called back' },
  }),
  'POST /feedback/{id}/answers': ({ ids }) => ({
    method: 'POST',
    path: `/feedback/${ids.feedbackId}/answers`,
    body: { answerId: newId(), text: 'We are sorry' },
  }),
  'GET /review-requests': () => ({ method: 'GET', path: '/review-requests' }),
  'POST /review-requests/recipients/read': () => ({
    method: 'POST',
    path: '/review-requests/recipients/read',
    body: { text: 'Ann <ann@visitor.example>' },
  }),
  'POST /review-requests/preview': ({ ids }) => ({
    method: 'POST',
    path: '/review-requests/preview',
    body: { ...someInvitation(ids), recipientName: 'Ann' },
  }),
  'POST /review-requests/test': ({ ids }) => ({
    method: 'POST',
    path: '/review-requests/test',
    body: someInvitation(ids),
  }),
  'POST /review-requests': ({ ids }) => ({
    method: 'POST',
    path: '/review-requests',
    body: {
      ...someInvitation(ids),
      id: newId(),
      name: 'Guests',
      reminder: null,
      recipients: [{ email: 'ann@visitor.example', name: 'Ann' }],
      consent: { basis: 'agreed', source: 'Our list', confirmed: true },
      when: { day: nextWeek(), hour: 9 },
    },
  }),
  'GET /review-requests/{id}': ({ ids }) => ({ method: 'GET', path: `/review-requests/${ids.campaignId}` }),
  'GET /review-requests/{id}/recipients': ({ ids }) => ({
    method: 'GET',
    path: `/review-requests/${ids.campaignId}/recipients`,
  }),
  'POST /review-requests/{id}/pause': ({ ids }) => ({
    method: 'POST',
    path: `/review-requests/${ids.campaignId}/pause`,
  }),
  'POST /review-requests/{id}/resume': ({ ids }) => ({
    method: 'POST',
    path: `/review-requests/${ids.campaignId}/resume`,
  }),
  'POST /review-requests/{id}/cancel': ({ ids }) => ({
    method: 'POST',
    path: `/review-requests/${ids.campaignId}/cancel`,
  }),
  'GET /review-requests/suppressions': () => ({ method: 'GET', path: '/review-requests/suppressions' }),
  'POST /review-requests/suppressions': () => ({
    method: 'POST',
    path: '/review-requests/suppressions',
    body: { email: 'nobody@visitor.example' },
  }),
  ...activityRequests,
  ...mailingRequests,
  ...maintenanceRequests,
  ...alertRequests,
  ...adminSyncScheduleRequests,
  ...dashboardRequests,
  'GET /help/identity': () => ({ method: 'GET', path: '/help/identity' }),
  'POST /help/messages': () => ({ method: 'POST', path: '/help/messages', body: aQuestion() }),
  'POST /help/questions': () => ({
    method: 'POST',
    path: '/help/questions',
    body: { ...aQuestion(), name: '', email: 'visitor@example.com', age: 9000 },
  }),
  'POST /error-reports': () => ({
    method: 'POST',
    path: '/error-reports',
    body: { message: 'It broke', stack: null, route: '/dashboard', requestId: null },
  }),
  ...savedViewRequests,
  ...triageRequests,
  ...triageDeletions,
  ...billingRequests,
  ...exportRequests,
  'DELETE /team/ownership-offer': () => ({ method: 'DELETE', path: '/team/ownership-offer' }),
  'DELETE /team/invitations/{id}': ({ ids }) => ({
    method: 'DELETE',
    path: `/team/invitations/${ids.invitationId}`,
  }),
  'DELETE /team/members/{id}': ({ ids }) => ({ method: 'DELETE', path: `/team/members/${ids.memberId}` }),
  'DELETE /review-requests/suppressions/{id}': ({ ids }) => ({
    method: 'DELETE',
    path: `/review-requests/suppressions/${ids.suppressionId}`,
  }),
  'DELETE /review-requests/{id}': ({ ids }) => ({
    method: 'DELETE',
    path: `/review-requests/${ids.campaignId}`,
  }),
  'DELETE /pipelines/{id}': ({ ids }) => ({ method: 'DELETE', path: `/pipelines/${ids.pipelineId}` }),
  'DELETE /codes/{id}': ({ ids }) => ({ method: 'DELETE', path: `/codes/${ids.codeId}` }),
  'DELETE /feedback/{id}': ({ ids }) => ({ method: 'DELETE', path: `/feedback/${ids.feedbackId}` }),
  'DELETE /embeds/{id}': ({ ids }) => ({ method: 'DELETE', path: `/embeds/${ids.embedId}` }),
  'DELETE /listings/{id}': ({ ids }) => ({ method: 'DELETE', path: `/listings/${ids.listingId}` }),
  'DELETE /locations/{id}': ({ ids }) => ({ method: 'DELETE', path: `/locations/${ids.emptyLocationId}` }),
  'DELETE /businesses/{id}': ({ ids }) => ({ method: 'DELETE', path: `/businesses/${ids.emptyBusinessId}` }),
  'DELETE /connections/{id}': ({ ids }) => ({
    method: 'DELETE',
    path: `/connections/${ids.connectionId}`,
    body: { content: 'now' },
  }),
  'DELETE /profile/picture': () => ({ method: 'DELETE', path: '/profile/picture' }),
  'DELETE /profile/deletion': () => ({ method: 'DELETE', path: '/profile/deletion' }),
  // Late, because a member who left may do nothing else in the account.
  'POST /team/leave': () => ({ method: 'POST', path: '/team/leave' }),
  'DELETE /profile/sessions/{id}': ({ ids }) => ({
    method: 'DELETE',
    path: `/profile/sessions/${ids.sessionId}`,
  }),
  // The last request of all: tokens from before it are no longer valid.
  'DELETE /profile/sessions': () => ({ method: 'DELETE', path: '/profile/sessions' }),
  'POST /profile/sign-out': () => ({ method: 'POST', path: '/profile/sign-out' }),
};

const adminRoutes = new Set(
  declaredRoutes()
    .filter(({ access }) => access === 'admin')
    .map(routeName),
);

/** Whether a route, `METHOD path`, is for administrators. */
export const isAdminRoute = (route: string): boolean => adminRoutes.has(route);

/** The requests of the routes that are not for administrators, who see all tenants. */
export const tenantRequests = Object.fromEntries(
  Object.entries(validRequests).filter(([route]) => !isAdminRoute(route)),
);

/**
 * Sends a request with `token` (anonymous without one), for the account `account` where it is given. An event stream is opened over a real connection, read up to its
 * first event and closed.
 */
export async function sendRequest(
  app: TestApp,
  request: ApiRequest,
  token?: string,
  account?: string,
  moreHeaders: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string; json: unknown }> {
  const headers: Record<string, string> = {
    ...moreHeaders,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(account === undefined ? {} : { [accountHeader]: account }),
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  if (request.path.endsWith('/events')) return firstEvent(app, request.path, headers);
  return app.request({
    method: request.method as 'GET',
    url: apiAddress(request.path),
    headers,
    ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
  });
}

async function firstEvent(app: TestApp, path: string, headers: Record<string, string>) {
  const leave = new AbortController();
  const response = await fetch(`${await app.listen()}${apiAddress(path)}`, { headers, signal: leave.signal });
  if (response.status !== 200) {
    const text = await response.text();
    return { status: response.status, text, json: JSON.parse(text) as unknown };
  }
  const reader = response.body?.getReader();
  let text = '';
  while (reader !== undefined && !text.includes('data:')) {
    const { value, done } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  leave.abort();
  return { status: response.status, text, json: undefined };
}
