import { describe, expect, test } from 'vitest'
import { uploadFiles } from '#contract/files/files.ts'
import { acme, app, owner, platform, settings } from '#test/world.ts'
import { cleanFileName } from './uploads/upload-files.ts'

const form = 'multipart/form-data; boundary=x'
const part = (disposition: string, content = 'a line') =>
  `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const file = 'name="file"; filename="log.txt"'

function post(type: string | null, payload?: string) {
  const headers = { host: settings.apiHost, authorization: `Bearer ${acme.agent.token}` }
  return app.inject({
    ...{ method: 'POST', url: uploadFiles.path },
    headers: { ...headers, ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })
}

async function leftBehind() {
  const stored: string[] = []
  for await (const key of platform.storage.list(acme.id)) stored.push(key)
  const { rows } = await owner.query('select id from files where workspace_id = $1', [acme.id])
  return { stored, rows }
}

describe('an upload that is none is refused with what to do, and leaves nothing', () => {
  test.each([
    ['JSON', 'application/json', '{"file":"x"}'],
    ['JSON that is cut off', 'application/json', '{"file":'],
    ['text', 'text/plain', 'a line'],
    ['a form without files', 'application/x-www-form-urlencoded', 'file=x'],
    ['bytes of no type', '', 'a line'],
    ['nothing at all', null, undefined],
  ])('%s', async (_, type, payload) => {
    const answer = await post(type, payload)
    expect(answer.json()).toMatchObject({
      ...{ status: 415, code: 'unsupported-media-type' },
      ...{ title: 'This address does not take that content type', detail: 'Send files as multipart/form-data' },
    })
  })

  test('a form without a word of it', async () => {
    expect((await post(form)).json()).toMatchObject({ status: 400, code: 'invalid', detail: 'Choose a file' })
  })

  test.each([
    ['a missing boundary', 'multipart/form-data', part(file)],
    ['a boundary that is too long', `multipart/form-data; boundary=${'x'.repeat(300)}`, part(file)],
    ['a plain field', form, `${part('name="note"')}--x--\r\n`],
    ['a plain field beside a file', form, `${part(file)}${part('name="note"')}--x--\r\n`],
    ['a file that is cut off', form, part(file).slice(0, -4)],
    ['a second file that is cut off', form, `${part(file)}${part(file).slice(0, -4)}`],
    ['a header that is cut off', form, part(file).slice(0, 30)],
    ['garbage', form, 'garbage'],
    ['a file named __proto__', form, `${part('name="__proto__"; filename="log.txt"')}--x--\r\n`],
    ['a field named constructor', form, `${part('name="constructor"')}--x--\r\n`],
  ])('%s', async (_, type, payload) => {
    const answer = await post(type, payload)
    expect(answer.json()).toMatchObject({ status: 400, code: 'malformed-upload', detail: expect.stringMatching(/\.$/) })
    expect(await leftBehind()).toEqual({ stored: [], rows: [] })
  })
})

test('a long name is not cut within a character', () => {
  const kept = cleanFileName(`${'😀'.repeat(100)}.pdf`)
  expect(kept.isWellFormed()).toBe(true)
  expect(kept).toBe(`${'😀'.repeat(62)}.pdf`)
})
