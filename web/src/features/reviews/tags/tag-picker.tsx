import { Button, Combobox, useCombobox } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import type { OneReviewProps } from '../triage/props.ts';
import { createsTag, TagOptions } from './tag-options.tsx';
import { TagProblem } from './tag-problem.tsx';
import { useCreateTag, useTagReview, useTagsById } from './use-tags.ts';

interface TagPickerProps extends OneReviewProps {
  /** Opened by the screen, for example by a key. Uncontrolled without it. */
  opened?: boolean;
  onOpenChange?: (opened: boolean) => void;
}

/** Gives a review tags and takes them away: search, tick, create. Renders nothing for members who may not tag. */
export function TagPicker({ review, opened, onOpenChange }: TagPickerProps) {
  const { t } = useText();
  const mayTag = useMayDo('reviews.tag');
  const [search, setSearch] = useState('');
  const known = useTagsById();
  const tagging = useTagReview(review.id);
  const creating = useCreateTag();
  const store = useCombobox({
    ...(opened === undefined ? {} : { opened }),
    ...(onOpenChange === undefined ? {} : { onOpenedChange: onOpenChange }),
    onDropdownOpen: () => store.focusSearchInput(),
    onDropdownClose() {
      store.resetSelectedOption();
      store.focusTarget();
      setSearch('');
    },
  });
  const focusSearch = useEffectEvent(() => store.focusSearchInput());
  // The store calls nothing when the screen opens it.
  useEffect(() => {
    if (opened === true) focusSearch();
  }, [opened]);
  if (!mayTag) return null;
  const chosen = review.tagIds.filter((id) => known.has(id));
  const pick = async (value: string) => {
    if (value !== createsTag) {
      tagging.mutate(chosen.includes(value) ? { remove: [value] } : { add: [value] });
      return;
    }
    const made = await creating.mutateAsync(search.trim()).catch(() => null);
    if (made === null) return;
    setSearch('');
    tagging.mutate({ add: [made.tag.id] });
  };
  return (
    <Combobox
      store={store}
      width={280}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(value) => void pick(value)}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTag size={16} aria-hidden />}
          aria-haspopup="listbox"
          aria-expanded={store.dropdownOpened}
          loading={creating.isPending}
          onClick={() => store.toggleDropdown()}
        >
          {t('tags:add')}
        </Button>
      </Combobox.Target>
      <TagOptions
        store={store}
        search={search}
        onSearch={setSearch}
        chosen={chosen}
        mayCreate
        problem={
          creating.error !== null ? (
            <TagProblem error={creating.error} on="account" />
          ) : tagging.error !== null ? (
            <TagProblem error={tagging.error} on="review" />
          ) : null
        }
      />
    </Combobox>
  );
}
