/** What a plan includes. The server decides it from the subscription of the account (server/src/features/billing). */

/**
 * - `sync`: reading reviews from the platforms.
 * - `publish`: publishing embeds.
 * - `create-embeds`: adding embeds.
 * - `serve-embeds`: embeds show reviews; without it they show plain links to the platforms.
 */
export const entitlements = ['sync', 'publish', 'create-embeds', 'serve-embeds'] as const;
export type Entitlement = (typeof entitlements)[number];
