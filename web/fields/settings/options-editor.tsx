import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { SelectOption } from '#contract/fields/kinds.ts'
import { MoveButtons, moved } from '#web/fields/inputs/move-buttons.tsx'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

/** `isArchived`: things keep the option, but it cannot be chosen any more. Only custom fields have such options. */
type Option = SelectOption & { isArchived?: boolean | undefined }

type Props = { options: Option[]; fault: Fault; onChange: (options: Option[]) => void }

export function OptionsEditor({ options, fault, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const change = (at: number, changes: Partial<Option>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...changes } : option)))

  function addAt(at: number) {
    onChange(options.toSpliced(at, 0, { key: '' }))
    // The row exists only after the next render.
    requestAnimationFrame(() => list.current?.children[at]?.querySelector('input')?.focus())
  }

  // Enter in an option adds the next one. Otherwise it would submit the form.
  function onKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    const { target, currentTarget, nativeEvent, key, ctrlKey, metaKey } = event
    if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing) return
    if (!(target instanceof HTMLInputElement && target.type === 'text')) return
    event.preventDefault()
    const at = [...currentTarget.children].findIndex((row) => row.contains(target))
    if (options[at]?.key || options[at]?.label) addAt(at + 1)
  }

  return (
    <fieldset className="min-w-0" onInput={fault.onChanged}>
      <legend className="mb-1.5 font-medium">Options</legend>
      <ul ref={list} onKeyDown={onKeyDown} className="grid grid-cols-1 gap-1.5">
        {options.map((option, at) =>
          option.isArchived ? (
            <ArchivedOption key={option.key} option={option} onRestore={() => change(at, { isArchived: undefined })} />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice has no name but what is being typed
            <li key={at} className="flex items-center gap-1.5 max-sm:flex-wrap">
              <Input
                aria-label={`Label of option ${at + 1}`}
                placeholder="Label"
                maxLength={80}
                value={option.label ?? ''}
                onChange={({ target }) => change(at, withLabel(option, target.value))}
              />
              <Input
                aria-label={`API name of option ${at + 1}`}
                placeholder="API name"
                className="font-mono text-meta max-sm:w-0 max-sm:flex-1"
                maxLength={60}
                value={option.key}
                onChange={({ target }) => change(at, { key: target.value.trim() })}
              />
              <input
                type="color"
                aria-label={`Color of option ${at + 1}`}
                value={option.color ?? '#9aa0a6'}
                onChange={({ target }) => change(at, { color: target.value })}
                className="size-8 shrink-0 rounded-sm border border-control bg-field p-0.5"
              />
              <MoveButtons
                at={at}
                count={options.length}
                labelOf={(direction) => `Move option ${at + 1} ${direction}`}
                onMove={(to) => onChange(moved(options, at, to))}
              />
              <IconButton
                icon={X}
                label={`Remove option ${at + 1}`}
                onClick={() => onChange(options.toSpliced(at, 1))}
              />
            </li>
          ),
        )}
      </ul>
      <Button icon={Plus} className="mt-2" onClick={() => addAt(options.length)}>
        Add option
      </Button>
      {fault.error && <p className="mt-1.5 text-meta text-red-ink">{fault.error}</p>}
    </fieldset>
  )
}

const ArchivedOption = ({ option, onRestore }: { option: Option; onRestore: () => void }) => (
  <li className="flex min-h-8 items-center gap-3">
    <span className="min-w-0 truncate">{option.label ?? option.key}</span>
    <span className="ml-auto shrink-0 text-meta text-ink-3">Archived, still on tickets</span>
    <Button onClick={onRestore}>
      Restore<VisuallyHidden> {option.label ?? option.key}</VisuallyHidden>
    </Button>
  </li>
)

function withLabel({ key, label = '' }: SelectOption, next: string): Partial<SelectOption> {
  const follows = key === '' || key === keyOf(label)
  return { label: next || undefined, ...(follows && { key: keyOf(next) }) }
}

const keyOf = (label: string) =>
  label
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
