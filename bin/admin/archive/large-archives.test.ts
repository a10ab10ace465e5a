import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { admin, newFolder } from '#test/copy-world.ts'
import { acme, owner } from '#test/world.ts'
import { readArchive } from './read-archive.ts'

const opening = JSON.stringify({
  format: 'startup-tools 1',
  holds: 'workspace',
  madeAt: '2026-11-21T00:00:00.000Z',
  migrations: [],
  workspace: { id: '01900000-0000-7000-8000-000000000000', domain: 'large' },
})
const megabyte = 1024 * 1024

function archive(...lines: string[]) {
  const file = join(newFolder(), 'archive')
  writeFileSync(file, gzipSync(`${[opening, ...lines].join('\n')}\n`))
  return file
}

async function readAll(file: string, mostBytes: number) {
  const kinds: string[] = []
  for await (const { is } of readArchive(file, mostBytes)) kinds.push(is)
  return kinds
}

const heading = `{"file":"${acme.id}/files/${acme.id}"}`
const piece = `"${'A'.repeat(48 * 1024)}"`

test('an archive with a line without an end is refused in one sentence', async () => {
  const file = archive(`["${'x'.repeat(65 * megabyte)}"]`)
  await expect(readAll(file, Number.POSITIVE_INFINITY)).rejects.toThrow(/^\S+ is too large to be read, /)
})

test('a file of more than any line is read to its end, as an upload for an import may be', async () => {
  const file = archive(heading, ...Array<string>(1900).fill(piece), '{"end":true,"rows":0,"files":1}')
  expect(new Set(await readAll(file, Number.POSITIVE_INFINITY))).toEqual(new Set(['opening', 'file', 'bytes', 'end']))
})

test('an archive that names a file outside the folder of files is refused as damaged', async () => {
  const file = archive(`{"file":"../../${acme.id}/files/${acme.id}"}`, piece, '{"end":true,"rows":0,"files":1}')
  await expect(readAll(file, megabyte)).rejects.toThrow(/^\S+ is damaged\.$/)
})

test('an archive that unpacks to more than it may is refused, however small it came', async () => {
  const file = archive(heading, ...Array<string>(40).fill(piece))
  await expect(readAll(file, megabyte)).rejects.toThrow(/is too large to be read/)
})

test('an archive of an ordinary size is read to its end', async () => {
  const file = archive(heading, piece, '{"end":true,"rows":0,"files":1}')
  expect(await readAll(file, megabyte)).toEqual(['opening', 'file', 'bytes', 'end'])
})

test('an import that is refused for its size leaves nothing', async () => {
  const { rows } = await owner.query('select name, checksum from migrations order by name')
  const made = JSON.stringify({ ...JSON.parse(opening), migrations: rows })
  const file = join(newFolder(), 'archive')
  writeFileSync(file, gzipSync(`${made}\n["${'x'.repeat(65 * megabyte)}"]\n`))
  await expect(admin('workspace', 'import', file)).rejects.toThrow(/is too large to be read/)
  expect((await owner.query("select id from workspaces where domain = 'large'")).rows).toEqual([])
})
