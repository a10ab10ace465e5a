import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { addExported } from '#server/files/keep-file.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { archiveLimits } from '#server/platform/archives/open-archive.ts'
import { type AddFile, writeArchive } from '#server/platform/archives/write-archive.ts'
import { type JobContext, job } from '#server/platform/jobs.ts'
import { isActiveAdmin } from '#server/workspace/team/find-members.ts'
import { forgetFile, OneExport, queueExport, runExport } from './begin-export.ts'
import type { AnyExportKind } from './export-kind.ts'
import {
  deleteOldExports,
  type ExportRow,
  findExportRow,
  listExpired,
  listStalled,
  lockExportRow,
  updateExport,
} from './queries.ts'

type ExportJob = Pick<JobContext, 'workspaceId' | 'inWorkspace' | 'platform' | 'stopping'> & {
  kinds: readonly AnyExportKind[]
}

// Number of items after which the job saves its progress. The job then stops if the export was cancelled or its starter
// is no longer an admin.
const toldEach = 25

/** Thrown to stop the export. If it has a message, the export fails with this message as its reason. */
class Ended extends Error {}

/** Writes the whole file from the beginning, even after a crash, because a crash leaves no part of the file. */
async function writeExport(context: ExportJob, exportId: string) {
  const { workspaceId, inWorkspace, platform } = context
  const row = await inWorkspace((tx) => findExportRow(tx, exportId))
  const kind = context.kinds.find(({ name }) => name === row?.kind)
  if (!row || !kind || !(await advance(context, row, { done: 0 }))) return
  const fileId = randomUUID()
  const key = fileKey(workspaceId, fileId)
  try {
    await platform.storage.put(
      key,
      writeArchive((add) => writeAll(context, { row, kind }, add)),
    )
    const { stream, bytes } = await platform.storage.open(key)
    stream.destroy()
    await finish(context, row, { id: fileId, name: kind.fileName, mime: 'application/zip', bytes })
  } catch (error) {
    await platform.storage.remove(key)
    if (!(error instanceof Ended)) throw error
    if (error.message) await end(context, row, error.message)
  }
}

type ExportRun = { row: ExportRow; kind: AnyExportKind }

async function writeAll(context: ExportJob, { row, kind }: ExportRun, add: AddFile) {
  const { total, write } = await kind.begin(context, kind.options.parse(row.options))
  let left: number = archiveLimits.inflatedBytes
  async function* counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      left -= piece.length
      if (left < 0) throw new Ended(tooMuch)
      yield piece
    }
  }
  for (let index = 0; index < total; index += 1) {
    context.stopping.throwIfAborted()
    if (index % toldEach === 0 && !(await advance(context, row, { total, done: index }))) throw new Ended()
    await write(index, (path, bytes) => add(path, Readable.from(counted(bytes))))
  }
  if (!(await advance(context, row, { total, done: total }))) throw new Ended()
}

const tooMuch = 'The export is larger than 1 GB, the limit of an archive. Export it in parts.'

const advance = ({ inWorkspace }: ExportJob, { id, askedBy }: ExportRow, changes: { total?: number; done: number }) =>
  inWorkspace(async (tx) => {
    const now = await lockExportRow(tx, id)
    if (now?.state !== 'waiting' && now?.state !== 'running') return false
    const isAdmin = await isActiveAdmin(tx, askedBy)
    if (isAdmin) await updateExport(tx, id, { ...changes, state: 'running' })
    else await updateExport(tx, id, { state: 'failed', reason: noAdmin, endedAt: new Date().toISOString() })
    return isAdmin
  })

const noAdmin = 'The person who started this export is no longer an admin.'

const end = ({ inWorkspace }: ExportJob, { id }: ExportRow, reason: string) =>
  inWorkspace(async (tx) => {
    if ((await lockExportRow(tx, id))?.state !== 'running') return
    await updateExport(tx, id, { state: 'failed', reason, endedAt: new Date().toISOString() })
  })

type ExportFile = { id: string; name: string; mime: string; bytes: number }

/** Throws `Ended` if the export was cancelled or another job finished it first. */
async function finish({ inWorkspace }: ExportJob, { id }: ExportRow, file: ExportFile) {
  const isKept = await inWorkspace(async (tx) => {
    if ((await lockExportRow(tx, id))?.state !== 'running') return false
    await addExported(tx, file)
    await updateExport(tx, id, {
      ...{ state: 'done', fileId: file.id, bytes: file.bytes, endedAt: new Date().toISOString() },
    })
    return true
  })
  if (!isKept) throw new Ended()
}

const keepExports = job('exports.keep', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    for (const { id } of await listStalled(tx)) await queueExport(tx, id)
    for (const row of await listExpired(tx)) await forgetFile(tx, row)
    await deleteOldExports(tx)
  }),
)

export const exportJobs = (kinds: readonly AnyExportKind[]) => [
  job(runExport.name, OneExport, ({ exportId }, context) => writeExport({ ...context, kinds }, exportId)),
  keepExports,
]
export const exportTimetable = [{ cron: '*/5 * * * *', job: keepExports }]
