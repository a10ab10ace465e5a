import type { Field } from '#contract/fields/fields.ts'
import { isUuid } from '#contract/uuid.ts'
import { findComponent, typeOf } from '#server/fields/kinds/component-names.ts'
import {
  type CheckContext,
  type CheckResult,
  type Faults,
  type FieldKindRule,
  joinPath,
  kept,
  wrong,
} from '#server/fields/kinds/field-kind.ts'

// A stored block. `type` is the id of the component. `values` maps slots to values. `id` is empty if the block has no
// id.
type Block = { id: string; type: string; values: Record<string, unknown> }

export const blocks: FieldKindRule<'blocks', Block[]> = {
  cell: 'none',
  check(value, field, around) {
    if (!Array.isArray(value)) return wrong('Send a list of blocks')
    const counted = checkCount(value, field)
    if (counted.faults) return counted
    const faults: Faults = {}
    const kepts = value.map((one, index) => {
      const checked = checkBlock(one, new Set(field.components), around)
      for (const [path, message] of Object.entries(checked.faults ?? {}))
        faults[joinPath(String(index), path)] = message
      return checked.value
    })
    return Object.keys(faults).length > 0 ? { faults } : kept(kepts)
  },
  checkKept(value, field) {
    const counted = checkCount(value, field)
    const foreign = value.findIndex(({ type }) => !field.components.includes(type))
    return counted.faults || foreign < 0 ? counted : { faults: { [`${foreign}.type`]: notHere } }
  },
  inner: (value, _, change) =>
    value.map((block) => ({ ...block, values: change(block.type, block.values, block.id || undefined) })),
  deliver: (value, _, { components, fields }) =>
    value.flatMap(({ id, type, values }) => {
      const component = components.get(type)
      return component ? [{ id, type: typeOf(component), ...fields(component.fields, values) }] : []
    }),
  schema: ({ components }, { blocksOf }) => blocksOf(components),
}

const notHere = 'This block is not allowed here'

function checkCount(blocks: unknown[], { min = 0, max = 200 }: Pick<Field<'blocks'>, 'min' | 'max'>): CheckResult {
  if (blocks.length < min) return wrong(`Add at least ${min}`)
  return blocks.length > max ? wrong(`Use at most ${max}`) : kept(blocks)
}

function checkBlock(block: unknown, allowed: Set<string>, around: CheckContext): CheckResult {
  if (block === null || typeof block !== 'object' || Array.isArray(block)) return wrong('Send an object')
  const { id, type, ...given }: { id?: unknown; type?: unknown } = block
  const component = findComponent(around.components, String(type))
  if (!component || !allowed.has(component.id)) return { faults: { type: notHere } }
  const checked = around.checkFields(component.fields, given)
  if (checked.faults) return checked
  return kept({ id: isUuid(id) ? id : '', type: component.id, values: checked.value } satisfies Block)
}
