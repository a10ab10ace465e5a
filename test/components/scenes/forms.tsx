import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { TokenInput } from '#web/ui/form/token-input.tsx'
import { useBoundShortcuts, useShortcuts, useSingleKeys } from '#web/ui/keys/use-shortcuts.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'

/** Says what a form around would post. */
function Posting({ children }: { children: ReactNode }) {
  const [posts, setPosts] = useState<string[]>([])
  return (
    <>
      <form
        className="w-80"
        onSubmit={(event) => {
          event.preventDefault()
          const posted = [...new FormData(event.currentTarget)].map(([name, value]) => `${name}=${value}`)
          setPosts([...posts, posted.join(' ')])
        }}
      >
        {children}
      </form>
      <output aria-label="Posted">{posts.join(', then ')}</output>
    </>
  )
}

function CodeScene() {
  const [error, setError] = useState('')
  return (
    <>
      <Posting>
        <CodeInput error={error} autoFocus />
      </Posting>
      <Button onClick={() => setError('That code is not right')}>Refuse</Button>
    </>
  )
}

const isAddress = (token: string) => token.includes('@')
const TokensScene = () => (
  <Posting>
    <TokenInput name="to" label="To" isValid={isAddress} defaultTokens={['ada@acme.test']} />
    <button type="submit">Send</button>
  </Posting>
)

function SaveBarScene() {
  const [changes, setChanges] = useState(0)
  return (
    <Posting>
      <input aria-label="Name" name="name" onChange={() => setChanges(changes + 1)} />
      <SaveBar changes={changes} onDiscard={() => setChanges(0)} />
    </Posting>
  )
}

const CheckboxScene = () => (
  <Posting>
    <Checkbox label="Some of them" name="some" indeterminate />
    <button type="submit">Send</button>
  </Posting>
)

function ShortcutsScene() {
  const [pressed, setPressed] = useState<string[]>([])
  const [isOver, setOver] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [singleKeys, setSingleKeys] = useState(true)
  const press = (word: string) => ({ label: word, run: () => setPressed((before) => [...before, word]) })
  useSingleKeys(singleKeys)
  useShortcuts({ j: press('next'), 'g d': press('dashboard'), 'mod+s': press('save'), 'mod+enter': press('send') })
  return (
    <>
      {isOver && <Over shortcuts={{ j: press('over') }} />}
      <input aria-label="Text" />
      <Button onClick={() => setOver(!isOver)}>Bind over</Button>
      <Button onClick={() => setSingleKeys(!singleKeys)}>Single keys</Button>
      <Button onClick={() => setDialogOpen(true)}>Dialog</Button>
      <Menu button={<Button>Menu</Button>} label="Menu" items={[{ label: 'Choice', keys: 'X', onSelect: () => {} }]} />
      <Popover button={<Button>Popover</Button>} label="Popover">
        {() => <input aria-label="In the popover" />}
      </Popover>
      <Dialog open={isDialogOpen} onClose={() => setDialogOpen(false)} title="Dialog">
        <DialogBody>
          <Button>Inside</Button>
          <Over shortcuts={{ 'mod+s': press('save inside') }} />
        </DialogBody>
      </Dialog>
      <output aria-label="Pressed">{pressed.join(' ')}</output>
      <output aria-label="Bound">
        {useBoundShortcuts()
          .map(({ keys, group }) => `${keys} (${group})`)
          .join(', ')}
      </output>
    </>
  )
}

function Over({ shortcuts }: { shortcuts: Parameters<typeof useShortcuts>[0] }) {
  useShortcuts(shortcuts, { group: 'Above' })
  return null
}

function ToastScene() {
  const toast = useToast()
  const [count, setCount] = useState(0)
  const undo = { label: 'Undo', onAct: () => setCount((count) => count - 1) }
  return (
    <>
      <Button
        onClick={() => {
          setCount(count + 1)
          toast({ text: `${count + 1} done`, action: undo })
        }}
      >
        Do
      </Button>
      <Button onClick={() => toast({ text: 'Copied' })}>Copy</Button>
      <input aria-label="Text" className="border" />
      <output aria-label="Count">{count}</output>
    </>
  )
}

export const forms = {
  code: CodeScene,
  tokens: TokensScene,
  'save-bar': SaveBarScene,
  checkbox: CheckboxScene,
  shortcuts: ShortcutsScene,
  toast: ToastScene,
}
