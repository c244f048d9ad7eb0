export type { PlatformWebhooksDeps } from './deps.ts';
export { declaredPlatformWebhookJobs, platformWebhookJobs } from './jobs.ts';
export { mountPlatformWebhooks } from './routes.ts';
