import { FilterList } from '#web/ui/choice/filter-list.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'

type Props = {
  open: boolean
  onClose: () => void
  /** "Assign 3 tickets to" */
  label: string
  options: Option[]
  value?: string
  onChoose: (value: string) => void
}

/** Picks one of a list, opened by a key: type to filter, arrows to move, Enter to choose. */
export const PickerDialog = ({ open, onClose, label, options, value = '\u0000', onChoose }: Props) => (
  <Modal open={open} onClose={onClose} label={label} placement="top" className="max-w-90">
    <div className="p-1">
      <FilterList
        label={label}
        options={options}
        value={value}
        onChoose={(chosen) => {
          onClose()
          onChoose(chosen)
        }}
      />
    </div>
  </Modal>
)
