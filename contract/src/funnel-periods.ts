/** How far back figures of doors go: days in the account's time zone. It loads no library, because screens show the list. */
export const funnelPeriods = ['7', '30', '90', '365'] as const;
