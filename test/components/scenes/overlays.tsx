import { Link, Settings } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { SplitButton } from '#web/ui/button/split-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ConfirmDialog, Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'

const AddressPopover = () => (
  <Popover button={<IconButton icon={Link} label="Link" />} label="Link" className="w-80 p-3">
    {(close) => (
      <div className="grid gap-3">
        <Field label="Address">
          <Input type="url" />
        </Field>
        <Button onClick={close}>Set link</Button>
      </div>
    )}
  </Popover>
)

const PopoverScene = () => (
  <>
    <p>Elsewhere</p>
    <Button>Before</Button>
    <AddressPopover />
    <Button>After</Button>
    <Popover button={<Button>News</Button>} label="News" className="w-75">
      {() => <p className="p-3">No news yet.</p>}
    </Popover>
    <span className="fixed right-2 bottom-2">
      <Popover button={<Button>Corner</Button>} label="Corner" className="w-80 p-3">
        {(close) => <Button onClick={close}>Done</Button>}
      </Popover>
    </span>
  </>
)

function DialogScene() {
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="A new name">
        <DialogBody>
          <Field label="Name">
            <Input />
          </Field>
          <AddressPopover />
          <Button onClick={() => setAsking(true)}>Last</Button>
          <Dialog open={isAsking} onClose={() => setAsking(false)} title="A question">
            <DialogBody>
              <Field label="Answer">
                <Input />
              </Field>
            </DialogBody>
          </Dialog>
        </DialogBody>
      </Dialog>
    </>
  )
}

function ConfirmScene() {
  const [open, setOpen] = useState<'plain' | 'typed'>()
  const [said, setSaid] = useState('nothing')
  const confirm = (word: string) => () => {
    setSaid(word)
    setOpen(undefined)
  }
  return (
    <>
      <Button onClick={() => setOpen('plain')}>Delete ticket</Button>
      <Button onClick={() => setOpen('typed')}>Delete workspace</Button>
      <output aria-label="Done">{said}</output>
      <ConfirmDialog
        open={open === 'plain'}
        onClose={() => setOpen(undefined)}
        title="Delete 1 ticket?"
        confirmLabel="Delete 1 ticket"
        onConfirm={confirm('ticket deleted')}
      >
        It cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'typed'}
        onClose={() => setOpen(undefined)}
        title="Delete acme?"
        typeToConfirm="acme"
        confirmLabel="Delete acme"
        onConfirm={confirm('workspace deleted')}
      >
        It cannot be undone.
      </ConfirmDialog>
    </>
  )
}

function MenuScene() {
  const [chosen, setChosen] = useState('nothing')
  const item = (label: string) => ({ label, onSelect: () => setChosen(label) })
  return (
    <>
      <Menu
        label="Settings"
        button={<IconButton icon={Settings} label="Settings" />}
        groups={[
          { items: [item('Apple'), { ...item('Blackberry'), disabled: true }, item('Blueberry')] },
          { label: 'Other', items: [item('Cherry')] },
        ]}
      />
      <SplitButton label="Send" menuLabel="Send and" onClick={() => setChosen('Send')} items={[item('Set Pending')]} />
      <SplitButton busy label="Sending" menuLabel="Not now" onClick={() => setChosen('Sending')} />
      <output aria-label="Chosen">{chosen}</output>
    </>
  )
}

const TooltipScene = () => (
  <>
    <Tooltip text="Everything about it" keys="G T">
      <button type="button">Help</button>
    </Tooltip>
    <Button disabledReason="Only owners may do this">Delete</Button>
  </>
)

export const overlays = {
  popover: PopoverScene,
  dialog: DialogScene,
  confirm: ConfirmScene,
  menu: MenuScene,
  tooltip: TooltipScene,
}
