import type { ImportRemark, importActions } from '#contract/bulk/imports.ts'
import type { LeftOut } from '#server/platform/archives/open-archive.ts'
import { ArchiveError } from '#server/platform/archives/open-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { endImport } from './begin-import.ts'
import { type ImportKind, leftOutPart, type Part } from './import-kind.ts'
import { explainArchive, openSource } from './open-source.ts'
import { findImportRow, insertItems, listSources, listSourcesOf, lockImportRow, updateImport } from './queries.ts'

export type ImportJob = Pick<JobContext, 'workspaceId' | 'inWorkspace' | 'platform' | 'stopping' | 'log'> & {
  kinds: readonly ImportKind[]
}

/** Reads the upload and stores the plan of the import. Of two concurrent runs, only the first stores its plan. */
export async function readUpload(context: ImportJob, importId: string) {
  const row = await context.inWorkspace((tx) => findImportRow(tx, importId))
  const kind = context.kinds.find(({ name }) => name === row?.kind)
  if (row?.state !== 'reading' || !row.fileId || !kind) return
  try {
    const parts = await readParts(context, kind, { ...row, fileId: row.fileId })
    await context.inWorkspace(async (tx) => {
      if ((await lockImportRow(tx, importId))?.state !== 'reading') return
      if (parts.length === 0) return endImport(tx, row, { state: 'failed', reason: nothing })
      if (parts.length > mostParts) return endImport(tx, row, { state: 'failed', reason: tooMany })
      await insertItems(tx, importId, await planAll(tx, kind, parts))
      await updateImport(tx, importId, { state: 'ready' })
    })
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    const reason = explainArchive(error)
    await context.inWorkspace(async (tx) => {
      if ((await lockImportRow(tx, importId))?.state === 'reading')
        await endImport(tx, row, { state: 'failed', reason })
    })
  }
}

const mostParts = 10_000
const tooMany = `There are more than ${mostParts.toLocaleString('en')} texts in this file. Import it in parts.`
const nothing = 'There is nothing in this file that can be imported.'

const mostOfPath = 200

type UploadedSource = { fileId: string; fileName: string; askedBy: string }

async function readParts(
  context: ImportJob,
  kind: ImportKind,
  { askedBy, ...upload }: UploadedSource,
): Promise<Part[]> {
  const source = await openSource(context.platform, { ...upload, workspaceId: context.workspaceId })
  try {
    const parts = await kind.read({ ...context, askedBy }, { ...source, files: await source.files() })
    const [first] = source.leftOut
    if (first && parts.length === 0) throw new ArchiveError(first.fault, first.path)
    return [...parts, ...source.leftOut.map(asPart)]
  } finally {
    source.close()
  }
}

function asPart({ path, fault }: LeftOut): Part {
  const named = path.replace(/\p{Cc}/gu, '?').slice(0, mostOfPath)
  return leftOutPart(named, [{ code: fault, line: null, about: '' }])
}

async function planAll(tx: WorkspaceTx, kind: ImportKind, parts: Part[]) {
  const sources = parts.map(({ source }) => source)
  const things = parts.map(({ thing }) => thing)
  const [ofSources, ofThings] = await Promise.all([
    listSources(tx, kind.name, sources),
    listSourcesOf(tx, kind.name, things),
  ])
  const bySource = new Map(ofSources.map((row) => [row.source, row]))
  const byThing = Map.groupBy(ofThings, ({ thing }) => thing)
  // If a file moved to another path, its earlier import is found by `thing`.
  const keptOf = ({ source, thing }: Pick<Part, 'source' | 'thing'>) =>
    bySource.get(source)?.thing === thing ? [bySource.get(source)!] : (byThing.get(thing) ?? [])
  const planned = []
  for (const { isTaken, ...part } of parts) {
    const { action, remark, subjectId = null } = isTaken ? await decide(tx, kind, part, keptOf(part)) : leftOut
    const said: ImportRemark[] = remark ? [{ code: remark, line: null, about: '' }] : []
    planned.push({ ...part, action, subjectId, remarks: [...said, ...part.remarks] })
  }
  return planned
}

type Decision = { action: (typeof importActions)[number]; remark?: ImportRemark['code']; subjectId?: string }
type TakenSource = { subjectId: string; source: string; hash: Buffer | null; mark: string | null }

const leftOut: Decision = { action: 'skip' }

// Decides what to do with a part. A part that was edited in this workspace since its last import is not overwritten.
async function decide(
  tx: WorkspaceTx,
  kind: ImportKind,
  { source, hash, plan }: Pick<Part, 'source' | 'hash' | 'plan'>,
  kept: TakenSource[],
): Promise<Decision> {
  const origin = kind.originOf?.(plan)
  const taken = kept.flatMap((one) => (one.hash ? { ...one, hash: one.hash.toString('hex') } : []))
  const before = [...(origin ? [origin] : []), ...taken]
  if (before.length === 0) return { action: 'create' }
  const { subjectId } = before[0]!
  const { state, mark, isBlank } = await kind.findTargetState(tx, subjectId, plan)
  if (state === 'trashed') return { action: 'skip', remark: 'in-trash', subjectId }
  // Creates an article or language again if it was deleted in this workspace. Also fills a blank language if this
  // source was never imported.
  const isNew = !origin?.hash && taken.every((one) => one.source !== source)
  if (state === 'gone' || mark === null || (isNew && isBlank)) return { action: 'create' }
  if (before.some((one) => one.hash === hash.toString('hex'))) return { action: 'skip', remark: 'unchanged', subjectId }
  return before.some((one) => one.mark === mark)
    ? { action: 'change' }
    : { action: 'skip', remark: 'changed-here', subjectId }
}
