import type { AnswerOf } from '#contract/endpoint.ts'
import type { addMedia, replaceMedia } from '#contract/media.ts'
import type { Problem } from '#contract/refusals.ts'
import { urlOf } from '#web/lib/write/ask.ts'

export type Added = AnswerOf<typeof addMedia>['items'][number]
export type Replaced = AnswerOf<typeof replaceMedia>

export const mostBytes = 25 * 1024 * 1024

const addPath: (typeof addMedia)['path'] = '/api/v1/media'
const replacePath: (typeof replaceMedia)['path'] = '/api/v1/media/:id/content'

type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

/** Sends a file to the library and says how much of it is there. Fails with a sentence. */
export async function addFile(file: File, folder: string | null, sending: Sending): Promise<Added> {
  const answer = await send<AnswerOf<typeof addMedia>>('POST', urlOf(addPath, { query: { folder } }), file, sending)
  return answer.items[0]!
}

export const replaceFile = (id: string, file: File, sending: Sending) =>
  send<Replaced>('PUT', urlOf(replacePath, { params: { id } }), file, sending)

function send<T>(method: string, url: string, file: File, { onProgress, signal }: Sending): Promise<T> {
  if (file.size > mostBytes) return Promise.reject(new Error('Larger than 25 MB'))
  return new Promise<T>((resolve, reject) => {
    // Only XMLHttpRequest tells how much of a request has left.
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 300 && request.response) resolve(request.response as T)
      else reject(new Error((request.response as Problem | null)?.detail ?? 'The server did not take the file'))
    }
    request.onerror = () => reject(new Error('The connection was lost'))
    request.onabort = () => reject(new DOMException('The upload was taken back', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
