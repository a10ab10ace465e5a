import { FilterList } from '#web/ui/choice/filter-list.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'

type Props<V extends string> = {
  open: boolean
  onClose: () => void
  label: string
  options: Option<V>[]
  onChoose: (value: V) => void
}

export const PickerDialog = <V extends string>({ open, onClose, label, options, onChoose }: Props<V>) => (
  <Modal open={open} onClose={onClose} label={label} placement="top" className="max-w-90">
    <div className="p-1">
      <FilterList
        label={label}
        options={options}
        // A value that no option has, because the dialog has no current value.
        value={'\u0000'}
        onChoose={(chosen) => {
          onClose()
          onChoose(chosen)
        }}
      />
    </div>
  </Modal>
)
