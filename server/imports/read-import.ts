import type { ImportRemark, importActions } from '#contract/imports.ts'
import { ArchiveError } from '#server/platform/archives/archive-error.ts'
import type { LeftOut } from '#server/platform/archives/open-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { endImport } from './begin-import.ts'
import type { ImportKind, Part } from './import-kind.ts'
import { explainArchive, openSource } from './open-source.ts'
import { findImportRow, insertItems, listSources, lockImportRow, updateImport } from './queries.ts'

export type ImportJob = Pick<JobContext, 'workspaceId' | 'inWorkspace' | 'platform' | 'stopping' | 'log'> & {
  kinds: readonly ImportKind[]
}

/** Reads the upload as a whole and keeps what would become of it. Two who do so at once write one report. */
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
const nothing = 'There is nothing in this file that can be taken in.'

const mostOfPath = 200

type Uploaded = { fileId: string; fileName: string; askedBy: string }

async function readParts(context: ImportJob, kind: ImportKind, { askedBy, ...upload }: Uploaded): Promise<Part[]> {
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

/** One file that cannot be taken never keeps the others out. */
function asPart({ path, fault }: LeftOut): Part {
  const named = path.replace(/\p{Cc}/gu, '?').slice(0, mostOfPath)
  const remarks = [{ code: fault, line: null, about: '' }]
  return { source: named, thing: named, title: named, hash: Buffer.alloc(0), isTaken: false, remarks, plan: {} }
}

async function planAll(tx: WorkspaceTx, kind: ImportKind, parts: Part[]) {
  const sources = parts.map(({ source }) => source)
  const known = new Map((await listSources(tx, kind.name, sources)).map((row) => [row.source, row]))
  const planned = []
  for (const { isTaken, ...part } of parts) {
    const { action, remark } = isTaken ? await decide(tx, kind, part, known.get(part.source)) : leftOut
    const said: ImportRemark[] = remark ? [{ code: remark, line: null, about: '' }] : []
    planned.push({ ...part, action, remarks: [...said, ...part.remarks] })
  }
  return planned
}

type Decision = { action: (typeof importActions)[number]; remark?: ImportRemark['code'] }
type Known = { subjectId: string; hash: Buffer | null; mark: string | null }

const leftOut: Decision = { action: 'skip' }

/** What somebody changed here since is not written over. */
async function decide(
  tx: WorkspaceTx,
  kind: ImportKind,
  { hash, plan }: Pick<Part, 'hash' | 'plan'>,
  known: Known | undefined,
): Promise<Decision> {
  if (!known?.hash) return { action: 'create' }
  const { state, mark } = await kind.standingOf(tx, known.subjectId, plan)
  if (state === 'gone') return { action: 'create' }
  if (state === 'trashed') return { action: 'skip', remark: 'in-trash' }
  if (known.hash.equals(hash)) return { action: 'skip', remark: 'unchanged' }
  return mark === known.mark ? { action: 'change' } : { action: 'skip', remark: 'changed-here' }
}
