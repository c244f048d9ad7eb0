/** What the browser must know before anybody is signed in. */
import { z } from 'zod';
import { nothing } from './common.ts';
import { platformModeSchema, platformSchema } from './platforms.ts';
import { route } from './route.ts';

export const appConfigSchema = z.object({
  brand: z.object({
    name: z.string(),
    tagline: z.string(),
    supportEmail: z.string(),
    primaryColor: z.string(),
  }),
  auth: z.object({ domain: z.string(), clientId: z.string(), audience: z.string() }),
  platforms: z.array(z.object({ platform: platformSchema, mode: platformModeSchema })),
  /** Address of the page that shows locally caught mail; null when real SMTP is configured. */
  mailboxUrl: z.string().nullable(),
});
export type AppConfig = z.infer<typeof appConfigSchema>;

export const app = {
  config: route({
    method: 'GET',
    path: '/config',
    access: 'public',
    tag: 'App',
    summary: 'Brand, identity provider and platform modes of this installation.',
    input: nothing,
    output: appConfigSchema,
  }),
};
