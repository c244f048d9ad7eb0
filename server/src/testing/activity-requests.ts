/** For tests only: valid requests for the routes of the activity page and of the operator's search. */
export const activityRequests = {
  'GET /activity': () => ({ method: 'GET', path: '/activity' }),
  'POST /activity/export': () => ({ method: 'POST', path: '/activity/export', body: {} }),
  'GET /admin/audit': () => ({ method: 'GET', path: '/admin/audit' }),
  'POST /admin/audit/export': () => ({ method: 'POST', path: '/admin/audit/export', body: { search: {} } }),
};
