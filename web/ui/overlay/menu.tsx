import {
  Menu as HeadlessMenu,
  MenuButton,
  MenuHeading,
  MenuItem,
  MenuItems,
  MenuSection,
  MenuSeparator,
} from '@headlessui/react'
import { Check } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { advance, nameOfPress, normalizeKeys } from '#web/ui/keys/shortcuts.ts'
import { isAppleSystem } from '#web/ui/keys/use-shortcuts.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

export type MenuChoice = {
  label: string
  icon?: IconShape
  keys?: string
  href?: string
  onSelect?: () => void
  danger?: boolean
  current?: boolean
  disabled?: boolean
  quiet?: boolean
  detail?: ReactNode
}
export type MenuGroup = { label?: string; items: MenuChoice[] }

type Props = {
  button: ReactElement
  label: string
  items?: MenuChoice[]
  groups?: MenuGroup[]
  header?: ReactNode
  align?: 'start' | 'end'
  className?: string
}

export function Menu({
  button,
  label,
  items,
  groups = [{ items: items ?? [] }],
  header,
  align = 'start',
  className,
}: Props) {
  const pressPrinted = usePrintedKeys()
  return (
    <HeadlessMenu>
      <MenuButton as={Fragment}>{button}</MenuButton>
      <MenuItems
        modal={false}
        aria-label={label}
        onKeyDownCapture={pressPrinted}
        anchor={{ to: `bottom ${align}`, gap: 4, padding: 8 }}
        className={classNames(menuPanel, 'layer-menu', className)}
      >
        {header}
        {groups.map((group, index) => (
          <Fragment key={group.label ?? group.items[0]?.label ?? index}>
            {(index > 0 || header) && <MenuSeparator className={menuLine} />}
            <MenuSection>
              {group.label && <MenuHeading className={menuHeading}>{group.label}</MenuHeading>}
              {group.items.map((choice) => (
                <Choice key={choice.label} {...choice} />
              ))}
            </MenuSection>
          </Fragment>
        ))}
      </MenuItems>
    </HeadlessMenu>
  )
}

function usePrintedKeys() {
  const begun = useRef('')
  return (event: KeyboardEvent) => {
    const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-keys]')]
    const bound = choices.map(({ dataset }) => normalizeKeys(dataset.keys!))
    const step = advance(begun.current, nameOfPress(event.nativeEvent, isAppleSystem()), bound)
    begun.current = step.begun
    if (!step.complete && !step.begun) return
    event.preventDefault()
    event.stopPropagation()
    choices[bound.indexOf(step.complete ?? '')]?.click()
  }
}

export const menuPanel = 'z-25 min-w-50 rounded-md bg-raised p-1 text-ink shadow-menu outline-none'
export const menuLine = '-mx-1 my-1 h-px bg-line'
export const menuHeading = 'px-2 pt-1.5 pb-0.5 text-micro font-medium text-ink-3'
export const menuRow =
  'flex h-7.5 w-full cursor-default items-center gap-2 rounded-[5px] px-2 text-left whitespace-nowrap select-none touch:h-10'

function Choice(choice: MenuChoice) {
  const { danger, quiet, disabled, href, keys, onSelect } = choice
  const tone = danger ? 'text-red-ink' : quiet || disabled ? 'text-ink-3' : undefined
  const look = classNames(menuRow, 'data-focus:bg-press', tone)
  const select = ({ currentTarget }: { currentTarget: Element }) => {
    giveBack(currentTarget)
    onSelect?.()
  }
  return (
    <MenuItem disabled={disabled}>
      {href ? (
        <Link to={href} data-keys={keys} className={look} aria-current={choice.current || undefined}>
          <ChoiceContent {...choice} />
        </Link>
      ) : (
        <button
          type="button"
          data-keys={keys}
          className={look}
          onClick={select}
          aria-current={choice.current || undefined}
        >
          <ChoiceContent {...choice} />
        </button>
      )}
    </MenuItem>
  )
}

// Focuses the button of the menu before the action runs. So a dialog that the action opens can later return the focus
// to this button.
function giveBack(choice: Element) {
  const button = choice.closest('[role=menu]')?.getAttribute('aria-labelledby')
  if (button) document.getElementById(button)?.focus({ preventScroll: true })
}

const ChoiceContent = ({ icon, label, detail, current, keys, danger }: MenuChoice) => (
  <>
    {icon && <Icon of={icon} className={danger ? undefined : 'text-ink-3'} />}
    <span className="min-w-0 truncate">{label}</span>
    <span className="ml-auto inline-flex items-center gap-1 pl-4 text-ink-3">
      {detail}
      {current && <Icon of={Check} size={14} />}
      {keys && <Kbd keys={keys} className="bg-transparent" />}
    </span>
  </>
)
