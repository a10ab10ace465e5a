import { Plus } from 'lucide-react'
import { useAround } from '#web/fields/form/around.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { FilterList } from '#web/ui/choice/filter-list.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'

type Props = { allowed: string[]; disabledReason: string | undefined; onAdd: (component: string) => void }

/** Adds the only allowed component, or lets the person choose one. */
export function AddComponent({ allowed, disabledReason, onAdd }: Props) {
  const { components } = useAround()
  const options = allowed.flatMap((key) => {
    const component = components.get(key)
    return component ? [{ value: component.key, label: component.name }] : []
  })
  const [only] = options
  if (!only) return <p className="text-ink-3">The allowed components were deleted</p>
  if (options.length === 1 || disabledReason)
    return (
      <Button icon={Plus} disabledReason={disabledReason} onClick={() => onAdd(only.value)}>
        {options.length === 1 ? `Add ${only.label}` : 'Add'}
      </Button>
    )
  return (
    <Popover label="Add a block" className="w-60 p-1" button={<Button icon={Plus}>Add</Button>}>
      {(close) => (
        <FilterList
          label="Find a block"
          options={options}
          value=""
          onChoose={(component) => {
            close()
            onAdd(component)
          }}
        />
      )}
    </Popover>
  )
}
