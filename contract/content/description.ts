import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

export const describeContent = endpoint({
  method: 'GET',
  path: '/api/v1/content/openapi.json',
  for: ['team', 'key'],
  scope: ['content:delivery', 'content:preview', 'content:read'],
  counts: 'search',
  hasEtag: true,
  takesIfNoneMatch: true,
  summary:
    'OpenAPI 3.1 document of the models that the caller may read, with a typed schema for each model. It includes write requests if the caller may write',
  query: z.strictObject({
    richText: z
      .enum(['document', 'html'])
      .default('document')
      .describe('How rich texts are described: `html` for programs that send `richText=html`'),
  }),
  answer: z
    .looseObject({
      openapi: z.string(),
      info: z.record(z.string(), z.unknown()),
      paths: z.record(z.string(), z.unknown()),
      components: z.record(z.string(), z.unknown()),
    })
    .describe('An OpenAPI document'),
})
