import { beginExport, showExport } from '#contract/bulk/exports.ts'
import { as } from '#test/ask.ts'
import { acme, app, type Person, runJobs } from '#test/world.ts'

export async function newExport(options: Record<string, unknown> = {}, person: Person = acme.admin) {
  const { id } = await as(person)(beginExport, { body: { kind: 'articles', options } })
  await runJobs()
  return as(person)(showExport, { params: { id } })
}

/** Downloads a file from the files host, as a browser does. */
export function download(url: string) {
  const { host, pathname } = new URL(url)
  return app.inject({ url: pathname, headers: { host } })
}

export const exported = async (options?: Record<string, unknown>, person?: Person) =>
  (await download((await newExport(options, person)).url!)).rawPayload
