import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import { mostUploadBytes } from '#contract/files/resumable-uploads.ts'
import { insertFiles, type NewFile } from '#server/files/queries.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Person } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { asRefusal } from '#server/platform/http/problems.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addFile, dropBytes, explainReading, mostFiles, refuseMoreUploads } from './upload-files.ts'

/** Maximum Content-Length of a form. A larger form is refused unread. */
export const mostBytesOfForm = 200 * 1024 * 1024
const limits = {
  files: mostFiles,
  fileSize: mostUploadBytes,
  fields: 20,
  fieldNameSize: 100,
  /** Maximum bytes of a text field. The longest customer message fits, at three bytes per character. */
  fieldSize: 256 * 1024,
  headerPairs: 20,
}

export type PostedForm = {
  fields: [name: string, value: string][]
  refusal?: Refusal
}

type FormParts = { fields: PostedForm['fields']; files: NewFile[]; fileFields: string[]; refusal?: Refusal }
type FormSender = { platform: Platform; caller: Person; request: FastifyRequest; admit: () => void }

/**
 * Stores the files of a form that a browser sent without scripts. If a file is refused, no file is stored, and the
 * result contains only the text fields and the refusal.
 */
export async function uploadForm(sender: FormSender): Promise<PostedForm> {
  const { platform, caller, request } = sender
  if (bytesOf(request) > mostBytesOfForm) throw new Refusal('files-too-large')
  const posting: FormParts = { fields: [], files: [], fileFields: [] }
  const { fields, files, fileFields } = posting
  try {
    await readParts(sender, posting)
    if (posting.refusal) throw posting.refusal
    if (files.length > 0) await inWorkspace(platform.app, caller.workspaceId, (tx) => insertFiles(tx, files))
    return { fields: [...fields, ...files.map(({ id }, at): [string, string] => [fileFields[at]!, id])] }
  } catch (error) {
    await dropBytes(platform, caller.workspaceId, files)
    const refusal = asRefusal(error as FastifyError)
    if (!refusal) throw error
    return { fields, refusal }
  }
}

const bytesOf = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 1)

/** Reads all parts of the form. Continues after a refused file, because text fields may follow. */
async function readParts(sender: FormSender, posting: FormParts) {
  try {
    for await (const part of sender.request.parts({ limits })) {
      if (part.type === 'field') takeField(posting, part)
      else if (isChosen(part) && !posting.refusal) await takeFile(sender, posting, part)
      else part.file.resume()
    }
  } catch (error) {
    explainReading(error)
  }
}

const isChosen = ({ filename }: MultipartFile) => Boolean(filename)

function takeField({ fields }: FormParts, { fieldname, value, valueTruncated }: MultipartValue) {
  if (valueTruncated) throw new Refusal('too-large')
  fields.push([fieldname, String(value)])
}

async function takeFile({ platform, caller, request, admit }: FormSender, posting: FormParts, part: MultipartFile) {
  try {
    if (posting.files.length === 0) {
      admit()
      await refuseMoreUploads(platform, caller.workspaceId, bytesOf(request))
    }
    await addFile(platform, caller, part, posting.files)
    posting.fileFields.push(part.fieldname)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    posting.refusal = error
    part.file.resume()
  }
}
