import { useState } from 'react'
import { Link } from 'react-router'
import { useTheme } from '#web/lib/look/theme.ts'
import { useFocusKept } from '#web/lib/look/use-focus-kept.ts'
import { Time } from '#web/lib/time/time.tsx'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'

function UnsavedScene() {
  const [count, setCount] = useState(0)
  return (
    <>
      <Button onClick={() => setCount(count + 1)}>Change</Button>
      <Link to="/unsaved/elsewhere">Elsewhere</Link>
      <Link to="?page=2">Same page</Link>
      <UnsavedChanges count={count} />
    </>
  )
}

function ThemeScene() {
  const [theme, setTheme] = useTheme()
  const [again] = useTheme()
  return (
    <>
      <Button onClick={() => setTheme('dark')}>Dark</Button>
      <Button onClick={() => setTheme('system')}>As the system</Button>
      <output aria-label="Theme">{`${theme}, ${again}`}</output>
    </>
  )
}

const TimeScene = () => (
  <>
    <Time at="2026-11-20T09:00:00Z" />
    <Time at="2026-11-20T09:00:00Z" style="clock" />
  </>
)

const PagerScene = () => <Pager text="1–25 of 27" nextHref="/pager/next" />
const CopyScene = () => <CopyButton text="abc" label="Copy the key" />
const AvatarScene = () => (
  <>
    <Avatar name="Mina Park" src="/no-such-picture.png" />
    <Avatar name="Ada Lovelace" hideName />
  </>
)

function FocusKeptScene() {
  const [mails, setMails] = useState(['One', 'Two', 'Three'])
  const [isChanging, setChanging] = useState(false)
  useFocusKept()
  return (
    <>
      {isChanging ? (
        <input
          aria-label="Name"
          onKeyDown={(event) => {
            event.preventDefault()
            setChanging(false)
          }}
        />
      ) : (
        <Button onClick={() => setChanging(true)}>Change the name</Button>
      )}
      <ul aria-label="Mails">
        {mails.map((mail) => (
          <li key={mail}>
            <a href={`#${mail}`}>{mail}</a>
            <Button aria-label={`Recover ${mail}`} onClick={() => setMails(mails.filter((other) => other !== mail))}>
              Recover
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

export const pages = {
  'focus-kept': FocusKeptScene,
  unsaved: UnsavedScene,
  theme: ThemeScene,
  time: TimeScene,
  pager: PagerScene,
  copy: CopyScene,
  avatar: AvatarScene,
}
