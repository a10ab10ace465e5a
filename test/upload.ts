import { randomUUID } from 'node:crypto'
import { uploadFiles } from '#contract/files/files.ts'
import { app, type Person, settings } from '#test/world.ts'

export type Upload = { name: string; type: string; bytes: Buffer }

export const textFile = (name = 'log.txt', content = 'a line\n'): Upload => ({
  name,
  type: 'text/plain',
  bytes: Buffer.from(content),
})

type Target = { method?: 'POST' | 'PUT'; url?: string; words?: [name: string, value: string][] }

/** Uploads files as a form of a browser does. */
export function upload(
  person: Person | null,
  files: Upload[],
  { method = 'POST', url = uploadFiles.path, words = [] }: Target = {},
) {
  const boundary = randomUUID()
  const parts = files.flatMap(({ name, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  const beside = words.map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  return app.inject({
    method,
    url,
    headers: {
      host: settings.apiHost,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
    },
    payload: Buffer.concat([...beside, ...parts, Buffer.from(`--${boundary}--\r\n`)]),
  })
}

export async function uploaded(person: Person, file: Upload): Promise<{ id: string; name: string; mime: string }> {
  return (await upload(person, [file])).json().items[0]
}
