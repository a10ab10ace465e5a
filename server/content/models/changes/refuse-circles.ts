import { mostComponentDepth } from '#contract/content/models.ts'
import type { Field } from '#contract/fields/fields.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { isThere } from '#server/fields/values/components.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Refuses components that contain themselves, directly or indirectly, and too deep nesting. */
export function refuseCircles({ there }: Pick<Models, 'there'>, changed: Pick<Model, 'id' | 'fields' | 'kind'>) {
  const components = new Map(
    [...there, changed].filter(({ kind }) => kind === 'component').map(({ id, fields }) => [id, fields]),
  )
  const walk = (id: string, path: string[]) => {
    if (path.includes(id)) throw new Refusal('component-circle')
    if (path.length >= mostComponentDepth) throw new Refusal('component-too-deep')
    for (const inner of componentsIn(components.get(id) ?? [])) walk(inner, [...path, id])
  }
  for (const id of components.keys()) walk(id, [])
}

/** Ids of the components that fields contain. */
export const componentsIn = (fields: readonly Field[]): string[] =>
  fields.filter(isThere).flatMap((field) => {
    if (field.kind === 'group') return [field.component]
    return field.kind === 'blocks' ? field.components : []
  })
