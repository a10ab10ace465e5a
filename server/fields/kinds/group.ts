import { isUuid } from '#contract/uuid.ts'
import { checkMany, kept, listOf, rule, tooMany, wrong } from '#server/fields/kinds/field-kind.ts'

type Values = Record<string, unknown>

export const group = rule({
  name: 'group',
  cell: 'none',
  check: (value, field, around) =>
    checkMany(value, field, (one) => {
      const component = around.components.get(field.component)
      if (!component) return wrong('Its component was deleted')
      if (one === null || typeof one !== 'object' || Array.isArray(one)) return wrong('Send an object')
      const { id, ...given } = one as Values
      const checked = around.checkFields(component.fields, field.many ? given : (one as Values))
      return checked.faults || !field.many || !isUuid(id) ? checked : kept({ ...(checked.value as Values), id })
    }),
  checkKept: (value, { max = 100 }) => (listOf(value).length > max ? wrong(tooMany(max)) : kept(value)),
  inner(value, { component }, change) {
    const changed = listOf(value).map((one) => {
      const { id, ...values } = one as Values
      return { ...change(component, values, id as string | undefined), ...(id !== undefined && { id }) }
    })
    return Array.isArray(value) ? changed : changed[0]
  },
  deliver(value, { component, many }, { components, fields }) {
    const shown = listOf(value).map((one) => {
      const { id } = one as Values
      const within = fields(components.get(component)?.fields ?? [], one as Values)
      return many && id !== undefined ? { id, ...within } : within
    })
    return many ? shown : (shown[0] ?? null)
  },
  schema: ({ component }, { componentOf }) => componentOf(component),
})
