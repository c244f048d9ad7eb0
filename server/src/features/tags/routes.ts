import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { previewRule } from './apply-rules.ts';
import type { TagsDeps } from './deps.ts';
import { tagReview } from './tagging.ts';
import { changeTag, createTag, listTags, mergeTag, removeTag, runTag } from './tags.ts';

export function tagRoutes({ tags }: RouteBuilder, deps: TagsDeps) {
  return {
    list: tags.list.handler(async ({ context }) => ({
      tags: await listTags(deps, signedInUser(context).accountId),
    })),
    create: tags.create.handler(async ({ input, context }) => ({
      tag: await createTag(deps, signedInUser(context), input),
    })),
    update: tags.update.handler(async ({ input, context }) => ({
      tag: await changeTag(deps, signedInUser(context), input),
    })),
    remove: tags.remove.handler(async ({ input: { id }, context }) => {
      await removeTag(deps, signedInUser(context), id);
      return { ok: true as const };
    }),
    merge: tags.merge.handler(async ({ input, context }) => ({
      tag: await mergeTag(deps, signedInUser(context), input),
    })),
    preview: tags.preview.handler(async ({ input, context, signal }) => {
      const { accountId } = signedInUser(context);
      try {
        return await deps.previews.run(accountId, () => previewRule(deps, accountId, input.rule, signal));
      } catch (error) {
        // Nobody reads this answer, and it is no failure to be reported.
        throw signal?.aborted === true ? new AppError('unavailable', undefined, { cause: error }) : error;
      }
    }),
    run: tags.run.handler(async ({ input: { id }, context }) => ({
      tag: await runTag(deps, signedInUser(context), id),
    })),
    ofReview: tags.ofReview.handler(async ({ input, context }) => ({
      review: await tagReview(deps, signedInUser(context).accountId, input),
    })),
  };
}
