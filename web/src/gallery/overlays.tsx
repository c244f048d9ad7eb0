import { Button, Drawer, Menu, Modal, TextInput, Tooltip } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Example } from './example.tsx';

type Open = 'modal' | 'confirm' | 'drawer' | null;

export function Overlays() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Example name="Menu, tooltip, dialog, confirmation, drawer">
        <Menu>
          <Menu.Target>
            <Button variant="default">Menu</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={16} />}>Duplicate</Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Tooltip label="What the icon means">
          <Button variant="default">Tooltip</Button>
        </Tooltip>
        <Button variant="default" onClick={() => setOpen('modal')}>
          Dialog
        </Button>
        <Button variant="default" onClick={() => setOpen('confirm')}>
          Confirmation
        </Button>
        <Button variant="default" onClick={() => setOpen('drawer')}>
          Drawer
        </Button>
      </Example>
      <Modal opened={open === 'modal'} onClose={close} title="New widget">
        <TextInput label="Name" data-autofocus />
      </Modal>
      <ConfirmDialog
        opened={open === 'confirm'}
        title="Delete “Home page”?"
        confirm="Delete"
        busy={false}
        error={null}
        onConfirm={close}
        onClose={close}
      >
        Pages that carry its code will show nothing in its place. This cannot be undone.
      </ConfirmDialog>
      <Drawer opened={open === 'drawer'} onClose={close} title="Display" position="right">
        What a drawer holds
      </Drawer>
    </>
  );
}
