import {
  ActionIcon,
  Button,
  Checkbox,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Slider,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconDots, IconPlus, IconRefresh } from '@tabler/icons-react';
import { LinkButton } from '../ui/link-button.tsx';
import { Example } from './example.tsx';
import css from './gallery.module.css';

export function Controls() {
  return (
    <>
      <Example name="Buttons: main, second, quiet, dangerous">
        <Button>Publish</Button>
        <Button variant="default">Cancel</Button>
        <Button variant="light">Show them</Button>
        <Button variant="subtle">Clear filters</Button>
        <Button color="red.8">Delete</Button>
        <LinkButton to="/">A link</LinkButton>
      </Example>
      <Example name="Buttons: with icon, loading, disabled, small, icon alone">
        <Button leftSection={<IconPlus size={16} />}>Create a widget</Button>
        <Button loading>Publish</Button>
        <Button disabled>Publish</Button>
        <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />}>
          Sync now
        </Button>
        <ActionIcon variant="subtle" color="gray" aria-label="Actions">
          <IconDots size={18} />
        </ActionIcon>
      </Example>
      <Example name="Fields: empty, filled, wrong, disabled">
        <div className={css.grid}>
          <TextInput label="Name" description="Only you see it." placeholder="Home page" />
          <TextInput label="Name" defaultValue="Salt Quay Bakery" required />
          <TextInput label="Website" defaultValue="bakery" error="This does not look like a website." />
          <TextInput label="E-mail" defaultValue="ada@example.com" disabled />
          <NumberInput label="How many at most" defaultValue={12} />
          <NativeSelect label="Language" data={['English', 'Français', 'Deutsch']} />
          <Textarea label="Message" defaultValue={'Two lines\nof text'} autosize minRows={2} />
        </div>
      </Example>
      <Example name="Choices">
        <Checkbox label="Only reviews with text" defaultChecked />
        <Checkbox label="Not ticked" />
        <Checkbox label="Not possible" disabled />
        <Switch label="Header with averages" defaultChecked />
        <Switch label="Off" />
        <SegmentedControl data={['Phone', 'Tablet', 'Desktop']} defaultValue="Tablet" />
        <div className={css.slider}>
          <Slider defaultValue={40} thumbLabel="Corners" />
        </div>
      </Example>
      <Example name="Tabs">
        <Tabs defaultValue="settings">
          <Tabs.List>
            <Tabs.Tab value="settings">Settings</Tabs.Tab>
            <Tabs.Tab value="preview">Preview</Tabs.Tab>
            <Tabs.Tab value="embed">Embed</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="settings">What the tab shows</Tabs.Panel>
          <Tabs.Panel value="preview">The preview</Tabs.Panel>
          <Tabs.Panel value="embed">The code</Tabs.Panel>
        </Tabs>
      </Example>
    </>
  );
}
