import { beginImport, executeImport, listImportItems, showImport } from '#contract/bulk/imports.ts'
import { as } from '#test/ask.ts'
import { uploaded } from '#test/upload.ts'
import { acme, type Person, runJobs } from '#test/world.ts'
import { type Zipped, zip } from '#test/zip.ts'

/** Uploads files as a zip archive and reads the archive as an import. `report` returns the items of the import. */
export const readZip = (files: Zipped[], person: Person = acme.admin) => readBytes('docs.zip', zip(files), person)

export async function readBytes(name: string, bytes: Buffer, person: Person = acme.admin, kind = 'articles') {
  const file = await uploaded(person, { name, type: 'application/octet-stream', bytes })
  const { id } = await as(person)(beginImport, { body: { kind, file: file.id } })
  await runJobs()
  return as(person)(showImport, { params: { id } })
}

export async function execute(id: string, person: Person = acme.admin) {
  await as(person)(executeImport, { params: { id } })
  await runJobs()
  return as(person)(showImport, { params: { id } })
}

export async function report(
  id: string,
  which?: 'create' | 'change' | 'skip' | 'problem' | 'failed',
  person: Person = acme.admin,
) {
  const query = { limit: 100, ...(which && { which }) }
  return (await as(person)(listImportItems, { params: { id }, query: query })).items
}
