import { maxTagNameLength, type ReviewTag, tagColors } from '@kindling/contract/tags';
import { Button, Switch, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { EndTag } from './end-tag.tsx';
import css from './manage.module.css';
import { RuleEditor } from './rule-editor.tsx';
import { RunRule } from './run-rule.tsx';
import colors from './tags.module.css';
import { emptyRule, hasCondition, isSameEdit, type TagEdit, useChangeTag } from './use-manage-tags.ts';

// locale-keys: tags.colors.*

interface TagEditorProps {
  tag: ReviewTag;
  /** Into which this one can be merged. */
  others: readonly ReviewTag[];
  /** The reviews of the tag are shown, which the editor would hide. */
  onShow: () => void;
}

/** Name, color and rule of a tag; merging and deleting it. Keeps what is typed while the list is read again. */
export function TagEditor({ tag, others, onShow }: TagEditorProps) {
  const { t } = useText();
  const [edit, setEdit] = useState<TagEdit>({ name: tag.name, color: tag.color, rule: tag.rule });
  const change = useChangeTag(tag.id);
  const saved = isSameEdit(tag, edit);
  const complete = edit.name.trim() !== '' && (edit.rule === null || hasCondition(edit.rule));
  const set = (part: Partial<TagEdit>) => {
    change.reset();
    setEdit((now) => ({ ...now, ...part }));
  };
  const save = () => {
    const named = { ...edit, name: edit.name.trim() };
    setEdit(named);
    change.mutate(named);
  };
  const isTaken = change.error !== null && toApiError(change.error).code === 'conflict';
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && !saved && !change.isPending) save();
      }}
    >
      <TextInput
        label={t('tags:edit.name')}
        value={edit.name}
        maxLength={maxTagNameLength}
        dir="auto"
        error={isTaken ? t('tags:manage.taken') : null}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Swatches color={edit.color} onChange={(color) => set({ color })} />
      <Switch
        label={t('tags:rule.switch')}
        checked={edit.rule !== null}
        onChange={({ currentTarget: { checked } }) => set({ rule: checked ? (tag.rule ?? emptyRule) : null })}
      />
      {edit.rule === null ? null : <RuleEditor rule={edit.rule} onChange={(rule) => set({ rule })} />}
      {change.error === null || isTaken ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={change.error} />
        </p>
      )}
      <div className={css.actions}>
        <Button type="submit" size="xs" disabled={saved || !complete} loading={change.isPending}>
          {saved && change.isSuccess ? t('tags:edit.saved') : t('tags:edit.save')}
        </Button>
      </div>
      {tag.rule === null || edit.rule === null ? null : (
        <RunRule
          tag={tag}
          saved={saved}
          savedAt={change.isSuccess ? change.submittedAt : 0}
          onShow={onShow}
        />
      )}
      <EndTag tag={tag} others={others} />
    </form>
  );
}

interface SwatchesProps {
  color: ReviewTag['color'];
  onChange: (color: ReviewTag['color']) => void;
}

function Swatches({ color, onChange }: SwatchesProps) {
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className={css.swatches}>
      <legend>{t('tags:edit.color')}</legend>
      {tagColors.map((one) => (
        <label
          key={one}
          className={`${css.swatch} ${colors.color}`}
          data-color={one}
          title={t(`tags:colors.${one}`)}
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === color}
            aria-label={t(`tags:colors.${one}`)}
            onChange={() => onChange(one)}
          />
        </label>
      ))}
    </fieldset>
  );
}
