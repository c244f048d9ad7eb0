import { gradientKinds } from '@kindling/contract/code-looks';

export const gradientChoices = ['none', ...gradientKinds] as const;
