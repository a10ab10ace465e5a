import { readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { z } from 'zod'
import { ContentModel } from '#contract/content/models.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { shapeModel } from '#server/content/models/shape-model.ts'
import { isThere } from '#server/fields/values/components.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { parseJson } from '#server/platform/parse-json.ts'

const shown = [
  ...(['id', 'key', 'pluralKey', 'name', 'description', 'kind', 'icon', 'localized', 'titleField'] as const),
  ...(['slugField', 'previewUrl', 'reviewDays', 'defaultSort', 'isPublic', 'publishers', 'keepVersions'] as const),
  'fields',
] as const
type ShownModel = (typeof shown)[number]
const Written = ContentModel.pick(Object.fromEntries(shown.map((name) => [name, true])) as Record<ShownModel, true>)
const ModelsFile = z.object({ holds: z.literal('content-models'), version: z.literal(1), models: z.array(Written) })

export type WrittenModel = z.output<typeof Written>
export type WrittenField = WrittenModel['fields'][number]

export function writtenModels(models: Models): WrittenModel[] {
  const counts = new Map<string, number>()
  return models.there.map((model: Model) => {
    const all = shapeModel({ ...model, fields: model.fields.filter(isThere) }, { models, counts, isAdmin: true })
    return Object.fromEntries(shown.map((name) => [name, all[name]])) as WrittenModel
  })
}

export const textOf = (models: WrittenModel[]) =>
  `${JSON.stringify({ holds: 'content-models', version: 1, models } satisfies z.input<typeof ModelsFile>, null, 2)}\n`

export const isFile = (place: string) => place.endsWith('.json')

export async function readModelsFile(file: string): Promise<WrittenModel[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CannotStart(`${file} cannot be read.`)
  })
  const { data } = ModelsFile.safeParse(parseJson(text))
  if (!data) throw new CannotStart(`${file} contains no models: create a file with content models export.`)
  return data.models
}

export async function findWorkspaceId(client: Client, domain: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from workspaces where domain = lower($1)', [domain])
  if (!rows[0])
    throw new CannotStart(`There is no workspace ${domain}: npm run admin -- workspace list lists all workspaces.`)
  return rows[0].id
}
