import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { FieldList } from '#web/fields/settings/field-list.tsx'
import { useWrite } from '#web/lib/write/use-write.ts'
import { type ListMove, withMoved } from '#web/service/settings/list-move.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { archiveField, changeField, restoreField } from './field-calls.ts'
import { kindIcons, kindLabels } from './kind-words.ts'
import { ownerWords } from './owner-words.ts'

type Props = { owner: FieldOwner; fields: CustomField[]; onEdit: (field: CustomField) => void }

export function FieldRows({ owner, fields, onEdit }: Props) {
  const { title } = ownerWords[owner]
  const moving = useWrite(({ id, position }: ListMove) => changeField(owner, id, { position }), { inTurn: true })
  const archive = useArchive(owner)
  const problem = moving.problem ?? archive.problem
  return (
    <>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <FieldList
        noun="field"
        label={title}
        group={title}
        fields={moving.underWay.reduce(withMoved, fields)}
        iconOf={({ kind }) => kindIcons[kind]}
        marksOf={(field) => marksOf(owner, field)}
        onMove={(ids, id) => moving.write({ id, position: ids.indexOf(id) })}
        onEdit={onEdit}
        removal={{ label: 'Archive', run: archive.write }}
      />
    </>
  )
}

const portalWords = { hidden: 'team only', read: 'customers read', write: 'customers write' } as const
const requiredWords = { never: null, on_create: 'required to create', on_solve: 'required to solve' } as const

const marksOf = (owner: FieldOwner, { kind, required, portal, condition }: CustomField) =>
  [
    kindLabels[kind],
    owner === 'ticket' && portalWords[portal],
    requiredWords[required],
    condition && 'conditional',
  ].filter((mark) => typeof mark === 'string')

const useArchive = (owner: FieldOwner) =>
  useWrite(({ id }: CustomField) => archiveField(owner, id), {
    done: (_, { label }) => `${label} archived`,
    undo: ({ id }) => restoreField(owner, id),
  })
