import { UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconCornerDownLeft, IconSearch } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useIsAdmin } from '../../lib/auth/use-is-admin.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './quick-switcher.module.css';
import { type SwitcherItem, useSwitcherItems } from './switcher-items.ts';

const [store, spotlight] = createSpotlight();

interface QuickSwitcherProps {
  opened: boolean;
  onClose: () => void;
  onDisplay: () => void;
}

/**
 * Opens any page and runs any action by a few letters. The library opens and closes the dialog; the list is our own
 * combobox, so that screen readers announce the selected option.
 */
export function QuickSwitcher({ opened, onClose, onDisplay }: QuickSwitcherProps) {
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (!opened) {
      spotlight.close();
      return;
    }
    if (document.activeElement !== field.current) opener.current = document.activeElement;
    // The last query may still be there when the shortcut is pressed twice in quick succession.
    store.updateState((state) => ({ ...state, query: '' }));
    spotlight.open();
  }, [opened]);
  // The library returns the focus at once on closing, and focuses the field a moment after opening. When it is closed
  // in between, the field still gets the focus and loses it as it disappears.
  const returnFocus = () => {
    if (document.activeElement !== field.current) return;
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={onClose}
      size={620}
      centered={false}
      yOffset="min(14dvh, 120px)"
      radius="lg"
      overlayProps={{ backgroundOpacity: 0.3 }}
      transitionProps={{ duration: 120, onExited: returnFocus }}
      attributes={{ content: { 'aria-label': t('switcher.title') } }}
    >
      <Finder field={field} onDisplay={onDisplay} />
    </Spotlight.Root>
  );
}

function Finder({ field, onDisplay }: { field: Ref<HTMLInputElement>; onDisplay: () => void }) {
  const { t } = useText();
  const list = useId();
  const { query } = useSpotlight(store);
  const items = useSwitcherItems(query, onDisplay);
  const placeholder = t(useIsAdmin() ? 'switcher.placeholderAdmin' : 'switcher.placeholder');
  const [{ typed, index }, setSelected] = useState({ typed: '', index: 0 });
  // Another query gives another list: select its first entry.
  const selected = typed === query ? Math.min(index, items.length - 1) : 0;
  const active = items[selected];
  const select = (next: number) => {
    const wrapped = (next + items.length) % items.length;
    setSelected({ typed: query, index: wrapped });
    document.getElementById(optionId(list, items[wrapped]))?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (item: SwitcherItem | undefined) => {
    if (item === undefined) return;
    spotlight.close();
    item.run();
  };
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <>
      <Spotlight.Search
        ref={field}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        placeholder={placeholder}
        aria-label={placeholder}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={optionId(list, active)}
        autoComplete="off"
        maxLength={200}
        onKeyDown={({ key, nativeEvent }) => {
          if (nativeEvent.isComposing) return;
          if (key === 'ArrowDown') select(selected + 1);
          if (key === 'ArrowUp') select(selected - 1);
          if (key === 'Enter') choose(active);
        }}
      />
      <div id={list} role="listbox" aria-label={t('switcher.title')} className={css.list}>
        {groups.map((group) => (
          <Group key={group} name={t(`switcher.group.${group}`)}>
            {items
              .filter((item) => item.group === group)
              .map((item) => (
                <Option
                  key={item.id}
                  id={optionId(list, item)}
                  item={item}
                  selected={item === active}
                  onPoint={() => setSelected({ typed: query, index: items.indexOf(item) })}
                  onChoose={() => choose(item)}
                />
              ))}
          </Group>
        ))}
      </div>
      {items.length === 0 ? <p className={css.none}>{t('switcher.none')}</p> : null}
      <div className="k-hidden" aria-live="polite">
        {query === '' ? null : t('switcher.count', { count: items.length })}
      </div>
    </>
  );
}

const optionId = (list: string, item: SwitcherItem | undefined) => `${list}${item?.id ?? ''}`;

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={css.group} aria-label={name}>
      <p className={css.heading} aria-hidden="true">
        {name}
      </p>
      {children}
    </fieldset>
  );
}

interface OptionProps {
  id: string;
  item: SwitcherItem;
  selected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, item: { label, Icon, foreign }, selected, onPoint, onChoose }: OptionProps) {
  return (
    <UnstyledButton
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={css.option}
      // Keeps the focus in the field, so that typing continues.
      onMouseMove={selected ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon className={css.icon} size={18} stroke={1.75} aria-hidden />
      <span className={css.label} data-foreign={foreign || undefined}>
        {label}
      </span>
      <IconCornerDownLeft className={css.enter} size={16} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
