import type { addMedia, addMediaFromUpload, replaceMedia } from '#contract/content/media.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/refusals.ts'
import { type Sending, sendResumable } from '#web/lib/uploads/send-resumable.ts'
import { ask, urlOf } from '#web/lib/write/ask.ts'

export type Added = AnswerOf<typeof addMedia>['items'][number]

const mostBytes = 25 * 1024 * 1024

const addPath: (typeof addMedia)['path'] = '/api/v1/media'
const replacePath: (typeof replaceMedia)['path'] = '/api/v1/media/:id/content'

/** Larger files are sent in parts, so that an interrupted upload can resume. */
const mostAtOnce = 1024 * 1024

export async function addFile(file: File, folder: string | null, sending: Sending): Promise<Added> {
  if (file.size > mostBytes) throw new Error('Larger than 25 MB')
  if (file.size > mostAtOnce) return addInParts(file, folder, sending)
  const answer = await send<AnswerOf<typeof addMedia>>('POST', urlOf(addPath, { query: { folder } }), file, sending)
  return answer.items[0]!
}

async function addInParts(file: File, folder: string | null, sending: Sending): Promise<Added> {
  const { id, forget } = await sendResumable(file, sending)
  const { answer, problem } = await ask<typeof addMediaFromUpload>('POST', '/api/v1/media/uploads', {
    body: { upload: id, ...(folder && { folder }) },
    waits: true,
    signal: sending.signal,
  })
  // After a lost connection, the uploaded parts are kept, so that a retry can resume the upload.
  if (problem?.status !== 0) await forget()
  if (!answer) throw new Error(problem?.detail ?? 'The connection was lost')
  return answer
}

export const replaceFile = (id: string, file: File, sending: Sending) =>
  send<AnswerOf<typeof replaceMedia>>('PUT', urlOf(replacePath, { params: { id } }), file, sending)

function send<T>(method: string, url: string, file: File, { onProgress, signal }: Sending): Promise<T> {
  if (file.size > mostBytes) return Promise.reject(new Error('Larger than 25 MB'))
  return new Promise<T>((resolve, reject) => {
    // Only XMLHttpRequest reports upload progress.
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 300 && request.response) resolve(request.response)
      else reject(new Error((request.response as Problem | null)?.detail ?? 'The server did not accept the file'))
    }
    request.onerror = () => reject(new Error('The connection was lost'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
