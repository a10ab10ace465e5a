import { randomUUID } from 'node:crypto'
import { type Around, type Checked, type Faults, joinPath, kept, rule, wrong } from '#server/field-kinds/field-kind.ts'

/** A block as it is kept: its component by id, its values by slot. */
type Block = { id: string; type: string; values: Record<string, unknown> }

export const blocks = rule({
  name: 'blocks',
  cell: 'none',
  check(value, field, around) {
    const { min = 0, max = 200 } = field
    if (!Array.isArray(value)) return wrong('Send a list of blocks')
    if (value.length < min) return wrong(`Add at least ${min}`)
    if (value.length > max) return wrong(`Use at most ${max}`)
    const faults: Faults = {}
    const kepts = value.map((one, index) => {
      const checked = checkBlock(one, new Set(field.components), around)
      for (const [path, message] of Object.entries(checked.faults ?? {}))
        faults[joinPath(String(index), path)] = message
      return checked.value
    })
    return Object.keys(faults).length > 0 ? { faults } : kept(kepts)
  },
  inner: (value, _, change) =>
    (value as Block[]).map((block) => ({ ...block, values: change(block.type, block.values) })),
  deliver: (value, _, { components, fields }) =>
    (value as Block[]).flatMap(({ id, type, values }) => {
      const component = components.get(type)
      return component ? [{ id, type: component.key, ...fields(component.fields, values) }] : []
    }),
})

function checkBlock(block: unknown, allowed: Set<string>, around: Around): Checked {
  if (block === null || typeof block !== 'object' || Array.isArray(block)) return wrong('Write an object')
  const { id, type, ...given } = block as Record<string, unknown>
  const component = around.components.get(String(type))
  if (!component || !allowed.has(component.id)) return { faults: { type: 'There is no such block here' } }
  const checked = around.checkFields(component.fields, given)
  if (checked.faults) return checked
  return kept({ id: isUuid(id) ? id : randomUUID(), type: component.id, values: checked.value } satisfies Record<
    keyof Block,
    unknown
  >)
}

const isUuid = (id: unknown): id is string =>
  typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
