import type { Model, Models } from '#server/content/models/find-models.ts'
import { createCompletion } from '#server/platform/description/operations.ts'
import type { Schema } from '#server/writing/documents/describe/document-schemas.ts'
import { byType, endings, entrySchemas } from './describe-entries.ts'
import { type DescriptionOptions, describeOperations } from './describe-operations.ts'
import { fixedSchemas, nameOf, objectOf } from './schemas.ts'

type DescriptionInput = DescriptionOptions & { models: Models; isAdmin: boolean; origin: string }

export function describeContent({ models, isAdmin, origin, ...asking }: DescriptionInput) {
  const collections = models.there.filter(({ kind }) => kind !== 'component')
  const { isHtml, writes } = asking
  const { complete, parts } = createCompletion(nameOf('Problem'))
  return {
    openapi: '3.1.0',
    info: { title: 'Content', version: String(models.step), description: introduction },
    servers: [{ url: origin }],
    security: [{ bearer: [] }],
    paths: pathsOf(collections, (model) => describeOperations(model, asking, complete)),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      ...parts,
      schemas: {
        ...fixedSchemas(asking, anyOf(collections)),
        ...entrySchemas(collections, { models, isHtml, isAdmin, writes }),
      },
    },
  }
}

const introduction = `The content of one workspace, as the asker reads it. The schema of an entry is named by the key of its model and says what is
answered where no \`fields\` are chosen; with \`fields\`, an entry is what the schema with the ending \`.some\` says, and so is what a
reference leads to.`

function pathsOf(collections: Model[], operationsOf: (model: Model) => ReturnType<typeof describeOperations>) {
  const paths: Record<string, Schema> = {}
  for (const model of collections)
    for (const { path, method, operation } of operationsOf(model)) paths[path] = { ...paths[path], [method]: operation }
  return paths
}

function anyOf(collections: Model[]): Schema {
  if (collections.length > 0) return byType(collections, endings.some)
  const text = { type: 'string' }
  return objectOf({ id: text, type: text, slug: { type: ['string', 'null'] } }, ['id', 'type', 'slug'])
}
