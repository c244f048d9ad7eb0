/** The configuration that the browser needs before anybody signs in. */
import { z } from 'zod';
import { planPricesSchema } from './billing.ts';
import { emptyInput } from './common.ts';
import { platformModeSchema, platformSchema } from './platforms.ts';
import { route } from './route.ts';

export const appConfigSchema = z.object({
  brand: z.object({
    name: z.string(),
    tagline: z.string(),
    supportEmail: z.string(),
    primaryColor: z.string(),
  }),
  auth: z.object({
    domain: z.string(),
    clientId: z.string(),
    audience: z.string(),
    /** Address for changing the password; null when a hosted provider stores passwords and sessions. */
    passwordUrl: z.string().nullable(),
    /** Address of the page with passkeys, authenticator app, recovery codes and e-mail address; null as above. */
    securityUrl: z.string().nullable(),
  }),
  platforms: z.array(
    z.object({
      platform: platformSchema,
      mode: platformModeSchema,
      /** Names of the settings that an operator must give before the platform can be connected. */
      credentials: z.array(z.string()),
      /** True when its places can also be read with an API key, without a sign-in. */
      apiKeyAccess: z.boolean(),
    }),
  ),
  /** Address of the local mailbox page; null when real SMTP is configured. */
  mailboxUrl: z.string().nullable(),
  /** What the plan costs; null on an installation without plans. */
  plans: planPricesSchema.nullable(),
  /** The help desk whose chat replaces the message form; null without one. */
  help: z.object({ url: z.string(), websiteToken: z.string() }).nullable(),
});
export type AppConfig = z.infer<typeof appConfigSchema>;

export const app = {
  config: route({
    method: 'GET',
    path: '/config',
    access: 'public',
    tag: 'App',
    summary: 'Brand, identity provider and platform modes of this installation.',
    input: emptyInput,
    output: appConfigSchema,
  }),
};
