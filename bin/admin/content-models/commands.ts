import { writeFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { auditLine, type Command, type CommandCall } from '#bin/admin/command.ts'
import { count } from '#bin/admin/find-workspace.ts'
import { onProduct } from '#bin/admin/product-database.ts'
import { readModels } from '#server/content/models/find-models.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { applyModels } from './apply-models.ts'
import { findWorkspaceId, isFile, readModelsFile, textOf, type WrittenModel, writtenModels } from './read-models.ts'

export const exportModels: Command = {
  name: 'content models export',
  takes: 'DOMAIN FILE.json',
  does: 'Writes the models of a workspace, without entries, into a file',
  run: ({ settings, words: [domain, file] }) =>
    onProduct(settings, async ({ client, database }) => {
      if (!isFile(file!)) throw new CannotStart('The name of the file has to end with .json.')
      const models = await modelsAt(client, database, domain!)
      await writeFile(file!, textOf(models))
      return `Wrote ${count(models.length, 'model')} of ${domain} to ${file}.`
    }),
}

export const diffModels: Command = {
  name: 'content models diff',
  takes: 'FROM TO',
  does: 'Lists the changes that make the models of the workspace TO equal to those of FROM, a workspace or a file',
  run: (asked) => change(asked, { isDry: true }),
}

export const applyModelsTo: Command = {
  name: 'content models apply',
  takes: 'FROM TO [--dry]',
  does: 'Makes these changes, all or none; --dry only lists them',
  options: { dry: { type: 'boolean' } },
  run: (asked) => change(asked, { isDry: asked.options.dry === true }),
}

async function modelsAt(client: Client, database: Database, place: string): Promise<WrittenModel[]> {
  if (isFile(place)) return readModelsFile(place)
  const id = await findWorkspaceId(client, place)
  return inWorkspace(database, id, async (tx) => writtenModels(await readModels(tx)))
}

const change = ({ settings, words: [from, to] }: CommandCall, { isDry }: { isDry: boolean }) =>
  onProduct(settings, async ({ client, database }) => {
    const wanted = await modelsAt(client, database, from!)
    const id = await findWorkspaceId(client, to!)
    const told = await applyOrTry(database, id, wanted, isDry)
    if (told.length === 0) return `${to} has the models of ${from} already.`
    if (isDry) return [`To have the models of ${from}, in ${to}:`, ...told, 'Nothing was changed.'].join('\n')
    const audit = auditLine('content-models.applied', { from, to, workspace: id })
    return [`${to} has the models of ${from} now:`, ...told, audit].join('\n')
  })

class Tried extends Error {
  readonly told: string[]
  constructor(told: string[]) {
    super('Only tried')
    this.told = told
  }
}

async function applyOrTry(database: Database, id: string, wanted: WrittenModel[], isDry: boolean): Promise<string[]> {
  const work = async (tx: WorkspaceTx) => {
    const told = await applyModels(tx, wanted)
    if (isDry) throw new Tried(told)
    return told
  }
  return inWorkspace(database, id, work).catch((error: unknown) => {
    if (error instanceof Tried) return error.told
    if (error instanceof Refusal) throw new CannotStart(`Nothing was changed. ${refusedWords(error)}`)
    throw error
  })
}

const refusedWords = ({ message, fields = {} }: Refusal) =>
  [message, ...Object.entries(fields).map(([name, text]) => `${name}: ${text}`)].join(' ')
