/** The figures of the funnel, from the visit on. */
export const funnelSteps = ['visits', 'ratings', 'clicks', 'reviews', 'messages'] as const;
