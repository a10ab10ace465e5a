import type { ContentModel } from '#contract/content/models.ts'
import type { Field } from '#contract/fields/fields.ts'
import { isThere } from '#server/fields/values/components.ts'
import { type Model, type Models, slugFieldOf, titleFieldOf, undoMs } from './find-models.ts'

type ShapeContext = { models: Models; counts: ReadonlyMap<string, number>; isAdmin: boolean }

export const etagOf = ({ step }: Pick<Model, 'step'>) => `"${step}"`

/**
 * Returns a model as the API shows it, with the keys of other models and fields instead of their ids. Admins also get
 * deleted fields that can be restored.
 */
export function shapeModel(model: Model, { models, counts, isAdmin }: ShapeContext): ContentModel {
  const fields = model.fields.filter((field) => isThere(field) || (isAdmin && isUndoable(field)))
  return {
    ...model,
    titleField: titleFieldOf(model)?.key ?? null,
    slugField: slugFieldOf(model)?.key ?? null,
    fields: fields.map((field) => shapeField(field, models)),
    entryCount: counts.get(model.id) ?? 0,
  }
}

function shapeField({ slot: _, madeOf: __, ...field }: Field, models: Models) {
  const keysOf = (ids: string[]) => ids.flatMap((id) => models.byId.get(id)?.key ?? [])
  if (field.kind === 'reference' || field.kind === 'rich_text')
    return { ...field, ...(field.models && { models: keysOf(field.models) }) }
  if (field.kind === 'group') return { ...field, component: models.byId.get(field.component)?.key ?? '' }
  if (field.kind === 'blocks') return { ...field, components: keysOf(field.components) }
  return field
}

const isUndoable = ({ deletedAt }: Field) => deletedAt !== null && Date.parse(deletedAt) > Date.now() - undoMs
