import type { changeStatus, createStatus, TicketStatus } from '#contract/tickets/statuses.ts'
import { customerStatusLabels, statusColors } from '#contract/tickets/ticket-values.ts'
import { ask } from '#web/lib/write/ask.ts'
import { colorNames } from '#web/service/settings/color-names.ts'
import { useNamedForm } from '#web/service/settings/use-named-form.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { type Status, StatusPill, statusLabel } from '#web/ui/mark/status-pill.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { Preview, PreviewPart } from '#web/ui/page/preview.tsx'

type Props = { status: TicketStatus | null; category: Status; onClose: () => void }
type Values = Pick<TicketStatus, 'name' | 'customerLabel' | 'color'>

const colorOf: Record<Status, TicketStatus['color']> = {
  ...{ new: 'blue', open: 'teal', pending: 'plum', on_hold: 'grey', solved: 'green', closed: 'grey' },
}

/** Creates a status, or changes one. */
export function StatusDialog({ status, category, onClose }: Props) {
  const { values, set, fault, problem, dialogForm } = useNamedForm<Values, TicketStatus>({
    start: status
      ? { name: status.name, customerLabel: status.customerLabel, color: status.color }
      : { name: '', customerLabel: '', color: colorOf[category] },
    send: (body) => send(status, category, body),
    done: ({ name }) => (status ? 'Status changed' : `${name} added`),
    onClose,
  })
  const title = status ? `Edit ${status.name}` : `Add a status to ${statusLabel(category)}`
  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogForm {...dialogForm} label={status ? 'Save' : 'Add status'}>
        {problem && <Banner tone="danger">{problem.detail}</Banner>}
        <Field label="Name" {...fault('name')}>
          <Input name="name" value={values.name} maxLength={40} autoComplete="off" onText={(name) => set({ name })} />
        </Field>
        <Field
          label="Name for customers"
          help={`Leave empty to show “${customerStatusLabels[category]}”`}
          {...fault('customerLabel')}
        >
          <Input
            name="customerLabel"
            value={values.customerLabel}
            maxLength={40}
            autoComplete="off"
            onText={(customerLabel) => set({ customerLabel })}
          />
        </Field>
        <RadioGroup
          label="Colour"
          name="color"
          layout="inline"
          options={statusColors.map((color) => ({
            value: color,
            label: <StatusPill status={category} label={colorNames[color]} color={color} />,
          }))}
          value={values.color}
          onChange={(color) => set({ color })}
        />
        <Preview>
          <PreviewPart title="Your team sees">
            <StatusPill status={category} label={values.name.trim() || 'Name'} color={values.color} />
          </PreviewPart>
          <PreviewPart title="Customers see">
            <StatusPill
              status={category}
              audience="customer"
              label={values.customerLabel.trim() || customerStatusLabels[category]}
            />
          </PreviewPart>
        </Preview>
      </DialogForm>
    </Dialog>
  )
}

function send(status: TicketStatus | null, category: Status, values: Values) {
  if (!status) return ask<typeof createStatus>('POST', '/api/v1/statuses', { body: { ...values, category } })
  const base = { name: status.name, customerLabel: status.customerLabel, color: status.color }
  const body = { ...values, base }
  return ask<typeof changeStatus>('PATCH', '/api/v1/statuses/:id', { params: { id: status.id }, body })
}
