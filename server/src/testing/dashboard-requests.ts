/** For tests only: valid requests for the routes of the dashboard. */

const ofLocation =
  (path: string) =>
  ({ ids }: { ids: { locationId: string } }) => ({
    method: 'GET',
    path: `${path}?locationId=${ids.locationId}`,
  });

export const dashboardRequests = {
  'GET /dashboard': ofLocation('/dashboard'),
  'GET /dashboard/figures': ofLocation('/dashboard/figures'),
  'GET /dashboard/words': ofLocation('/dashboard/words'),
  'GET /dashboard/visits': ofLocation('/dashboard/visits'),
};
