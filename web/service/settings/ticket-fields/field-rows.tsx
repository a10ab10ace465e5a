import type { archiveTicketField, changeTicketField, TicketField } from '#contract/fields/custom-fields.ts'
import { FieldList } from '#web/fields/settings/field-list.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { type ListMove, withMoved } from '#web/service/settings/list-move.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { kindIcons, kindLabels } from './kind-words.ts'
import { restoreField } from './restore-field.ts'

type Props = { fields: TicketField[]; onEdit: (field: TicketField) => void }

export function FieldRows({ fields, onEdit }: Props) {
  const moving = useWrite(
    ({ id, position }: ListMove) =>
      ask<typeof changeTicketField>('PATCH', '/api/v1/ticket-fields/:id', { params: { id }, body: { position } }),
    { inTurn: true },
  )
  const archive = useArchive()
  const problem = moving.problem ?? archive.problem
  return (
    <>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <FieldList
        noun="field"
        label="Ticket fields"
        group="Ticket fields"
        fields={moving.underWay.reduce(withMoved, fields)}
        iconOf={({ kind }) => kindIcons[kind]}
        marksOf={marksOf}
        onMove={(ids, id) => moving.write({ id, position: ids.indexOf(id) })}
        onEdit={onEdit}
        removal={{ label: 'Archive', run: archive.write }}
      />
    </>
  )
}

const portalWords = { hidden: 'team only', read: 'customers read', write: 'customers write' } as const
const requiredWords = { never: null, on_create: 'required to create', on_solve: 'required to solve' } as const

const marksOf = ({ kind, required, portal, condition }: TicketField) =>
  [kindLabels[kind], portalWords[portal], requiredWords[required], condition && 'conditional'].filter(
    (mark) => typeof mark === 'string',
  )

const useArchive = () =>
  useWrite(
    ({ id }: TicketField) =>
      ask<typeof archiveTicketField>('PUT', '/api/v1/ticket-fields/:id/archive', { params: { id } }),
    { done: (_, { label }) => `${label} archived`, undo: ({ id }) => restoreField(id) },
  )
