import { createHash } from 'node:crypto'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isActiveAdmin } from '#server/workspace/team/find-members.ts'
import { endImport, queueImport } from './begin-import.ts'
import type { ImportCall, ImportKind, Source } from './import-kind.ts'
import { openSource } from './open-source.ts'
import {
  addRemarks,
  countItems,
  deleteSources,
  findImportRow,
  findNextItem,
  hasMoreToTake,
  type ImportRow,
  keepSource,
  listSources,
  listSubjects,
  lockImportRow,
  markSource,
  type NextItem,
  updateImport,
  updateItem,
} from './queries.ts'
import type { ImportJob } from './read-import.ts'

const mostInTurn = 50
const mostTries = 3

/**
 * Runs some steps of an import. Each transaction also stores the progress, so that the next run continues where a
 * stopped run ended. Concurrent runs wait for the lock of the import row.
 */
export async function stepImport(context: ImportJob, importId: string) {
  const row = await context.inWorkspace((tx) => findImportRow(tx, importId))
  const kind = context.kinds.find(({ name }) => name === row?.kind)
  if (row?.state !== 'running' || !row.fileId || !kind) return
  const { workspaceId } = context
  const source = await openSource(context.platform, { workspaceId, fileId: row.fileId, fileName: row.fileName })
  try {
    for (let taken = 0; taken < mostInTurn && !context.stopping.aborted; taken += 1)
      if (!(await takeStep(context, { row, kind, source }))) return
  } finally {
    source.close()
  }
  await context.inWorkspace((tx) => queueImport(tx, row))
}

type ImportRun = { row: ImportRow; kind: ImportKind; source: Source }

async function takeStep(context: ImportJob, taking: ImportRun): Promise<boolean> {
  const { row, kind, source } = taking
  const next = await context.inWorkspace((tx) => findStep(tx, row))
  if (!next) return false
  try {
    const write =
      next.state === 'made' ? await kind.prepare({ ...context, askedBy: row.askedBy }, source, next) : undefined
    await context.inWorkspace(async (tx) => {
      if (!(await isStillNext(tx, row, next))) return
      const call = { tx, caller: { id: row.askedBy } }
      if (write) await writeItem(call, taking, next, write)
      else await makeItem(call, taking, next)
      await updateImport(tx, row.id, {})
    })
  } catch (error) {
    await noteFailure(context, row, next, error)
  }
  return true
}

async function findStep(tx: WorkspaceTx, { id, askedBy }: ImportRow): Promise<NextItem | undefined> {
  const row = await lockImportRow(tx, id)
  if (row?.state !== 'running') return undefined
  if (!(await isActiveAdmin(tx, askedBy))) {
    await endImport(tx, row, { state: 'failed', reason: 'The person who started it is not an admin any more.' })
    return undefined
  }
  const next = await findNextItem(tx, id)
  if (!next) await finish(tx, row)
  return next
}

// Ends an import without items left. The file is kept for some days if items failed or are incomplete, so that they can
// be imported again.
async function finish(tx: WorkspaceTx, row: ImportRow) {
  const failed = (await countItems(tx, [row.id])).get(row.id)?.failed ?? 0
  if (failed === 0 && !(await hasMoreToTake(tx, row.id))) await endImport(tx, row, { state: 'done' })
  else await updateImport(tx, row.id, { state: 'done', endedAt: new Date().toISOString() })
}

async function isStillNext(tx: WorkspaceTx, { id }: ImportRow, { position, state }: NextItem): Promise<boolean> {
  if ((await lockImportRow(tx, id))?.state !== 'running') return false
  const next = await findNextItem(tx, id)
  return next?.position === position && next.state === state
}

// Finds or creates the subject of an item, without its content. A subject that was deleted permanently is created
// again.
async function makeItem(call: ImportCall, { row, kind }: ImportRun, item: NextItem) {
  const { tx } = call
  const { source, thing, plan } = item
  const origin = kind.originOf?.(plan)
  const [known] = origin ? [origin] : await listSubjects(tx, kind.name, [thing])
  const standing = known ? await kind.findTargetState(tx, known.subjectId, plan) : undefined
  const isHere = known !== undefined && standing?.state !== 'gone'
  if (known && !isHere) await deleteSources(tx, kind.name, thing)
  const subjectId = isHere ? known.subjectId : await kind.make(call, item)
  await keepSource(tx, { kind: kind.name, source, thing, subjectId })
  const [taken] = await listSources(tx, kind.name, [source])
  const { mark } = await kind.findTargetState(tx, subjectId, plan)
  // Stores the current mark. The content is written later only if the mark has not changed.
  if (taken && (!taken.hash || mark === null || origin?.mark === mark))
    await markSource(tx, kind.name, source, { hash: null, mark })
  await updateItem(tx, row.id, item.position, { state: 'made', subjectId })
}

type PreparedItem = Awaited<ReturnType<ImportKind['prepare']>>

async function writeItem(call: ImportCall, { row, kind }: ImportRun, item: NextItem, { isWhole, write }: PreparedItem) {
  const { tx } = call
  const subjectId = item.subjectId!
  const [taken] = await listSources(tx, kind.name, [item.source])
  const before = await kind.findTargetState(tx, subjectId, item.plan)
  if (before.mark !== taken?.mark) throw new Refusal('changed-here')
  const remarks = await write(call, subjectId)
  const { mark } = await kind.findTargetState(tx, subjectId, item.plan)
  await markSource(tx, kind.name, item.source, { hash: isWhole ? item.hash : hashOfPart(item.hash), mark })
  await updateItem(tx, row.id, item.position, { state: 'done' })
  if (remarks.length > 0) await addRemarks(tx, row.id, item.position, remarks)
}

// Returns the hash that is stored for a partly imported item. It differs from the hash of the file, so the next import
// writes the item again.
const hashOfPart = (hash: Buffer) => createHash('sha256').update(hash).update('in part').digest()

// Counts a failed try. A refusal fails the item at once. After an outage or a bug, the job tries the item again. After
// `mostTries` tries the item fails, so that it does not block other items.
async function noteFailure({ inWorkspace, log }: ImportJob, row: ImportRow, item: NextItem, error: unknown) {
  const tries = item.tries + 1
  const isFinal = (error instanceof Refusal && error.status < 500) || tries >= mostTries
  await inWorkspace(async (tx) => {
    if (!(await isStillNext(tx, row, item))) return
    await updateItem(tx, row.id, item.position, isFinal ? { state: 'failed', tries, reason: sayWhy(error) } : { tries })
  })
  if (!isFinal) throw error
  if (!(error instanceof Refusal)) log.error({ err: error }, 'one part of an import was given up')
}

function sayWhy(error: unknown): string {
  if (!(error instanceof Refusal))
    return 'Something went wrong here. The operator of this installation can see it in the log.'
  const faults = Object.entries(error.fields ?? {}).map(([field, fault]) => `${field}: ${fault}`)
  return [...new Set([error.message, ...faults])].join('. ').slice(0, 1000)
}
