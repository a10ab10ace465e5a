import type { listEntries } from '#contract/content/entries.ts'
import type { Lead } from '#web/fields/form/field-services.tsx'
import { ask } from '#web/lib/write/ask.ts'

const mostFound = '8'
// Maximum number of models that are searched separately. For more models, one search covers all models, and the result
// is filtered.
const mostApart = 5

export async function findEntries(q: string, wanted: string[] | undefined, signal: AbortSignal): Promise<Lead[]> {
  const apart = wanted && wanted.length > 0 && wanted.length <= mostApart ? wanted : [undefined]
  const found = (await Promise.all(apart.map((model) => findOf(q, model, signal)))).flat()
  return wanted?.length ? found.filter(({ model }) => wanted.includes(model!) || apart[0] !== undefined) : found
}

async function findOf(q: string, model: string | undefined, signal: AbortSignal): Promise<Lead[]> {
  const { answer } = await ask<typeof listEntries>('GET', '/api/v1/content-entries', {
    query: { ...(q && { q }), ...(model && { model }), limit: mostFound },
    signal,
  })
  return (answer?.items ?? []).map(leadOfEntry)
}

type EntryFacts = Pick<Lead, 'id' | 'title' | 'status' | 'picture'> & { model: { key: string } }

export const leadOfEntry = ({ id, title, status, picture, model }: EntryFacts): Lead => ({
  ...{ id, title, status, picture },
  kind: 'entry',
  model: model.key,
})
