import { checkMany, kept, listOf, rule, tooMany, wrong } from '#server/field-kinds/field-kind.ts'

type Values = Record<string, unknown>

export const group = rule({
  name: 'group',
  cell: 'none',
  check: (value, field, around) =>
    checkMany(value, field, (one) => {
      const component = around.components.get(field.component)
      if (!component) return wrong('Its component is not there any more')
      if (one === null || typeof one !== 'object' || Array.isArray(one)) return wrong('Write an object')
      return around.checkFields(component.fields, one as Values)
    }),
  checkKept: (value, { max = 100 }) => (listOf(value).length > max ? wrong(tooMany(max)) : kept(value)),
  inner(value, { component }, change) {
    const changed = listOf(value).map((one) => change(component, one as Values))
    return Array.isArray(value) ? changed : changed[0]
  },
  deliver(value, { component, many }, { components, fields }) {
    const shown = listOf(value).map((one) => fields(components.get(component)?.fields ?? [], one as Values))
    return many ? shown : (shown[0] ?? null)
  },
})
