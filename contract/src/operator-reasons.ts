/** Why the operator acts against something of an account. Closed, because the account is told; without imports, for the app. */

/**
 * Why an embed or a page is taken down. `rights`: it violates rights of others, such as copyright, trade marks or privacy.
 * `deceptive`: it pretends to be somebody else, or leads to fraud. `abusive`: it is used against people or systems.
 * `terms`: it breaks the terms of the installation in another way.
 */
export const takedownReasons = ['unlawful', 'rights', 'deceptive', 'abusive', 'terms'] as const;
export type TakedownReason = (typeof takedownReasons)[number];

/** Why a person is blocked. `security`: the sign-in seems to be in the hands of somebody else. `asked`: they asked for it. */
export const blockReasons = ['abuse', 'unlawful', 'terms', 'security', 'asked'] as const;
export type BlockReason = (typeof blockReasons)[number];
