import type * as contract from '#contract/content/fallbacks.ts'
import { refuseLimited } from '#server/content/models/changes/limited-key.ts'
import { keepFallbacks } from '#server/content/models/raise-revision.ts'
import type { Call } from '#server/platform/http/serve.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { fallbacksOf, findFallbacks } from './fallbacks.ts'
import { projectAll } from './jobs.ts'

export async function listFallbacks({ tx }: Pick<Call<typeof contract.listContentFallbacks>, 'tx'>) {
  const known = { languages: await findLanguages(tx), fallbacks: await findFallbacks(tx) }
  const items = known.languages.map((language) => ({ language, fallbacks: fallbacksOf(known, language) }))
  return { items, next: null }
}

export async function changeFallbacks(call: Call<typeof contract.changeContentFallbacks>) {
  const { tx, body } = call
  refuseLimited(call)
  const languages = await findLanguages(tx)
  for (const [index, { language, fallbacks }] of body.items.entries())
    refuseUnfit(languages, index, language, fallbacks)
  const chosen = body.items.map(({ language, fallbacks }) => [language, fallbacks] as const)
  await keepFallbacks(tx, Object.fromEntries(chosen))
  await enqueue(tx, projectAll, {}, { key: `${projectAll.name}:${tx.workspaceId}:languages` })
  return listFallbacks(call)
}

function refuseUnfit(languages: string[], index: number, language: string, fallbacks: string[]) {
  const wrong = (name: string, message: string) =>
    new Refusal('invalid', { fields: { [`items.${index}.${name}`]: message } })
  const unknown = [language, ...fallbacks].find((one) => !languages.includes(one))
  if (unknown !== undefined)
    throw new Refusal('language-unknown', {
      detail: `The workspace does not write in ${unknown}. It writes in: ${languages.join(', ')}`,
    })
  if (fallbacks.includes(language)) throw wrong('fallbacks', 'A language does not stand in for itself')
  if (new Set(fallbacks).size < fallbacks.length) throw wrong('fallbacks', 'Name each language once')
}
