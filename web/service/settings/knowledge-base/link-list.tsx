import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { PageLink, SectionProps } from './values.ts'

type Props = Pick<SectionProps, 'fault'> & {
  label: string
  name: 'headerLinks' | 'footerLinks'
  most: number
  links: PageLink[]
  onChange: (links: PageLink[]) => void
}

export function LinkList({ label, name, most, links, fault, onChange }: Props) {
  const rows = useRef<HTMLOListElement>(null)

  /** Faults refer to positions, so they are cleared when links move. */
  function rearrange(next: PageLink[]) {
    fault(...links.flatMap((_, at) => [`${name}.${at}.label`, `${name}.${at}.href`])).onChanged()
    onChange(next)
  }

  function move(at: number, to: number) {
    flushSync(() => rearrange(links.with(at, links[to]!).with(to, links[at]!)))
    const row = rows.current?.children[to]
    const button =
      row?.querySelector<HTMLElement>(`[data-step="${to - at}"]:enabled`) ?? row?.querySelector('button:enabled')
    if (button instanceof HTMLElement) button.focus()
  }

  function add() {
    flushSync(() => onChange([...links, { label: '', href: '' }]))
    rows.current?.lastElementChild?.querySelector('input')?.focus()
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {links.length > 0 && (
        <ol ref={rows} className="mb-3 rounded-md border border-line-strong">
          {links.map((link, at) => (
            <LinkRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a link is known by its place alone, and its fields hold no state
              key={at}
              {...{ link, fault }}
              name={link.label || `link ${at + 1}`}
              place={`${name}.${at}`}
              onChange={(changed) => onChange(links.with(at, { ...link, ...changed }))}
              onUp={at > 0 ? () => move(at, at - 1) : undefined}
              onDown={at < links.length - 1 ? () => move(at, at + 1) : undefined}
              onRemove={() => rearrange(links.toSpliced(at, 1))}
            />
          ))}
        </ol>
      )}
      {links.length < most && (
        <Button icon={Plus} onClick={add}>
          Add link
        </Button>
      )}
    </fieldset>
  )
}

type RowProps = Pick<SectionProps, 'fault'> & {
  link: PageLink
  name: string
  place: string
  onChange: (changed: Partial<PageLink>) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

const LinkRow = ({ link, name, place, fault, onChange, onUp, onDown, onRemove }: RowProps) => (
  <li className="grid gap-x-3 gap-y-2 border-t border-line p-3 first:border-t-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
    <Field label="Name" {...fault(`${place}.label`)}>
      <Input
        value={link.label}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => onChange({ label: event.target.value })}
      />
    </Field>
    <Field label="URL" {...fault(`${place}.href`)}>
      <Input
        value={link.href}
        maxLength={2000}
        placeholder="https://example.com/imprint"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ href: event.target.value })}
      />
    </Field>
    <span className="flex items-center gap-1 md:mt-6">
      <IconButton icon={ArrowUp} label={`Move ${name} up`} data-step={-1} disabled={!onUp} onClick={onUp} />
      <IconButton icon={ArrowDown} label={`Move ${name} down`} data-step={1} disabled={!onDown} onClick={onDown} />
      <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
    </span>
  </li>
)
