/** Tags with rules and reply templates for the inbox of the demo, made as its owner would make them. */
import type { ReplyTemplateFields } from '@kindling/contract/reply-templates';
import { type TagColor, tagRuleSchema } from '@kindling/contract/tags';
import type { Services } from '../app.ts';
import { addTemplate, listTemplates } from '../features/reply-templates/index.ts';
import { changeTag, createTag, listTags, runTag } from '../features/tags/index.ts';
import type { SignedInUser } from '../http/caller.ts';

const demoTags: readonly {
  name: string;
  color: TagColor;
  rule: Parameters<typeof tagRuleSchema.parse>[0];
}[] = [
  {
    name: 'Staff',
    color: 'teal',
    rule: {
      words: ['staff', 'friendly', 'helpful', 'freundlich', 'personnel', 'accueil', 'amable', 'personeel'],
    },
  },
  {
    name: 'Price',
    color: 'amber',
    rule: { words: ['price', 'expensive', 'cheap', 'preis', 'teuer', 'prix', 'cher', 'precio', 'prijs'] },
  },
  { name: 'Needs attention', color: 'red', rule: { rating: { from: 1, to: 2 } } },
];

const demoTemplates: readonly ReplyTemplateFields[] = [
  {
    name: 'Thank you',
    texts: {
      en: 'Thank you, {author|dear guest}! We are glad that you enjoyed {location}, and look forward to seeing you again.',
      de: 'Vielen Dank, {author|lieber Gast}! Schön, dass es Ihnen bei {location} gefallen hat. Wir freuen uns auf Ihren nächsten Besuch.',
      fr: 'Merci beaucoup, {author|cher client} ! Nous sommes ravis que {location} vous ait plu et nous réjouissons de vous revoir.',
    },
    ratings: [4, 5],
    recommendations: ['positive'],
    businessId: null,
  },
  {
    name: 'We are sorry',
    texts: {
      en: 'Thank you for telling us, {author|dear guest}. We are sorry that your visit to {location} was not what you expected. Please write to us, so that we can put it right.',
      de: 'Danke für die offenen Worte, {author|lieber Gast}. Es tut uns leid, dass Ihr Besuch bei {location} nicht war, wie Sie es erwartet haben. Bitte schreiben Sie uns, damit wir es in Ordnung bringen können.',
    },
    ratings: [1, 2],
    recommendations: ['negative'],
    businessId: null,
  },
];

export async function createInbox({ db, tags: deps }: Services, user: SignedInUser): Promise<void> {
  if ((await listTags(deps, user.accountId)).length === 0)
    for (const { name, color, rule } of demoTags) {
      const { id } = await createTag(deps, user, { name, color });
      await changeTag(deps, user, { id, name, color, rule: tagRuleSchema.parse(rule) });
      await runTag(deps, user, id);
    }
  if ((await listTemplates({ db }, user.accountId)).length === 0)
    for (const template of demoTemplates) await addTemplate({ db }, user, template);
}
