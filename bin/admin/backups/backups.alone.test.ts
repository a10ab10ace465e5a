import { execFile, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLastBackup } from '#bin/admin/last-backup.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { productVersion } from '#server/platform/database/migrations.ts'
import { folderStorage } from '#server/platform/storage.ts'
import {
  admin,
  fillWorkspace,
  forgeArchive,
  linesOf,
  newEarlierInstallation,
  newFolder,
  newInstallation,
} from '#test/copy-world.ts'
import { acme, databaseUrl, globex, platform, settings } from '#test/world.ts'

const backup = join(newFolder(afterAll), 'backup')
let kept: Awaited<ReturnType<typeof fillWorkspace>>

beforeAll(async () => {
  kept = await fillWorkspace(acme, 'Acme kept')
  await fillWorkspace(globex, 'Globex kept')
  await admin('backup', backup)
})

const copyWith = (change: (bytes: Buffer) => Buffer) => {
  const file = join(newFolder(), 'changed')
  writeFileSync(file, change(readFileSync(backup)))
  return file
}

describe('backup verify', () => {
  test('says what an archive holds, and changes nothing', async () => {
    const said = await admin('backup', 'verify', backup)
    expect(said).toMatch(
      new RegExp(`^${backup} is intact: an installation, written at \\S+Z by version ${productVersion}, with migr`),
    )
    expect(said).toMatch(/It contains [\d,]+ rows of \d+ tables, \d+ files \(\S+ kB\) and 2 workspaces: /)
    expect(said).toContain(acme.domain)
    expect(said).toMatch(/All SHA-256 checksums match\.$/)
    expect(await admin('backup', 'verify', backup, '--quiet')).toBe('')
  })

  test('needs no installation', async () => {
    const { stdout } = await run(['backup', 'verify', backup], {
      DATA_DIR: join(newFolder(), 'none'),
      DATABASE_URL: '',
    })
    expect(stdout).toMatch(/is intact/)
  })

  test.each([
    ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), /is cut short\.$/],
    ['without its last byte', (bytes: Buffer) => bytes.subarray(0, -1), /is cut short\.$/],
    ['with another byte', (bytes: Buffer) => changeLate(bytes), /is damaged[:.]/],
    ['of zeros', (bytes: Buffer) => bytes.fill(0), /is not an archive of Startup Tools\.$/],
    ['that is packed and no archive', () => gzipSync('{"format":"tar 1"}\n'), /is not an archive of Startup Tools\.$/],
    ['that is empty', () => Buffer.alloc(0), /is not an archive of Startup Tools\.$/],
  ])('refuses a file %s in one sentence', async (_, change, sentence) => {
    await expect(admin('backup', 'verify', copyWith(change))).rejects.toThrow(sentence)
  })

  /** Changes a byte after the first lines, which say that the file is an archive. */
  function changeLate(bytes: Buffer) {
    const at = Math.floor(bytes.length * 0.9)
    return bytes.fill(bytes[at]! ^ 1, at, at + 1)
  }

  test('names the file whose bytes are not what they were, and rows that are fewer', async () => {
    const lines = linesOf(backup)
    const at = lines.indexOf(`{"file":"${fileKey(acme.id, kept.fileId)}"}`)
    const other = lines.with(at + 1, JSON.stringify(Buffer.from('other').toString('base64')))
    await expect(admin('backup', 'verify', forgeArchive(other))).rejects.toThrow(
      `is damaged: the file ${fileKey(acme.id, kept.fileId)} changed after it was written.`,
    )

    const row = lines.findIndex((line) => line.startsWith('['))
    const fewer = copyWith(() => gzipSync(`${[...lines.toSpliced(row, 1), lastLine()].join('\n')}\n`))
    await expect(admin('backup', 'verify', fewer)).rejects.toThrow(/is damaged: the number of its rows changed/)
    const swapped = copyWith(() =>
      gzipSync(`${[...lines.with(row, lines[row]!.replace('"', '"x')), lastLine()].join('\n')}\n`),
    )
    await expect(admin('backup', 'verify', swapped)).rejects.toThrow(/is damaged: its text changed/)
  })

  const lastLine = () => {
    const lines = linesOf(backup)
    const count = (start: string) => lines.filter((line) => line.startsWith(start)).length
    const sha256 = createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex')
    return JSON.stringify({ end: true, rows: count('['), files: count('{"file"'), sha256 })
  }

  test('is what a restore does first: it changes nothing by a damaged archive', async () => {
    const copy = await newInstallation()
    await copy.admin('restore', backup)
    const damaged = copyWith((bytes) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 200))
    await expect(copy.admin('restore', damaged, '--yes')).rejects.toThrow(/: nothing was changed\.$/)
    expect(await copy.admin('workspace', 'list')).toContain(acme.domain)
  })

  test('says how many files it lacks that its rows name', async () => {
    const lines = linesOf(backup)
    const at = lines.indexOf(`{"file":"${fileKey(acme.id, kept.fileId)}"}`)
    const after = lines.findIndex((line, index) => index > at && line.startsWith('{"sha256"'))
    const without = forgeArchive(lines.toSpliced(at, after - at + 1))
    expect(await admin('backup', 'verify', without)).toMatch(/^It lacks 1 file that its rows refer to/m)
  })

  test('reads an archive of before there were checksums, which is restored as well', async () => {
    const [opening, ...lines] = linesOf(backup)
    const { version: _, ...before } = JSON.parse(opening!)
    const old = forgeArchive([
      JSON.stringify({ ...before, format: 'startup-tools 1' }),
      ...lines.filter((line) => !line.startsWith('{"sha256"')),
    ])
    expect(await admin('backup', 'verify', old)).toMatch(/wrote it without checksums/)
    const copy = await newInstallation()
    expect(await copy.admin('restore', old)).toMatch(/^Restored .*\nIf this is a copy .* SENDING=off/)
    expect(await copy.admin('workspace', 'list')).toContain(acme.domain)
  })

  test('says which version knows an archive of a later form, and so does a restore', async () => {
    const later = copyWith(() => gzipSync('{"format":"startup-tools 3","version":"9.1.0"}\n'))
    const sentence =
      /^The archive was made by version 9\.1\.0, in a format that this version .* can't read: install that/
    await expect(admin('backup', 'verify', later)).rejects.toThrow(sentence)
    await expect(admin('restore', later)).rejects.toThrow(sentence)
  })
})

test('what an archive says of itself moves no cursor of a terminal', async () => {
  const [opening, ...lines] = linesOf(backup)
  const forged = forgeArchive([JSON.stringify({ ...JSON.parse(opening!), version: '1\u001b[2J\r9' }), ...lines])
  expect(await admin('backup', 'verify', forged)).toContain('by version 1?[2J?9, with')
  const other = JSON.stringify({ table: 'app.\u001b[2Jx', columns: ['id'] })
  const damaged = forgeArchive([opening!, other, '["a","b"]', ...lines])
  await expect(admin('backup', 'verify', damaged)).rejects.toThrow('a row of app.?[2Jx does not fit')
  const odd = forgeArchive([opening!, '{"table":"__proto__","columns":["constructor"]}', '["x"]', ...lines])
  expect(await admin('backup', 'verify', odd)).toMatch(/is intact/)
})

describe('backup --keep', () => {
  const namesIn = (folder: string) => readdirSync(folder).toSorted()

  test('deletes the oldest backups of this installation once the new one is whole, and nothing else', async () => {
    const folder = newFolder()
    const [opening, ...lines] = linesOf(backup)
    const at = (name: string, change: object) =>
      writeFileSync(
        join(folder, name),
        readFileSync(forgeArchive([JSON.stringify({ ...JSON.parse(opening!), ...change }), ...lines])),
      )
    at('z-oldest', { madeAt: '2020-01-01T00:00:00.000Z' })
    at('a-newer', { madeAt: '2021-01-01T00:00:00.000Z' })
    at('newer', { madeAt: '2022-01-01T00:00:00.000Z' })
    at('of-another', { madeAt: '2019-01-01T00:00:00.000Z', secrets: { roleSuffix: '00000000' } })
    at('half.1.partial', { madeAt: '2019-01-01T00:00:00.000Z' })
    await admin('workspace', 'export', acme.domain, join(folder, 'a-workspace'))
    writeFileSync(join(folder, 'notes'), 'Hello')
    symlinkSync(backup, join(folder, 'link'))

    const said = await admin('backup', join(folder, 'new'), '--keep', '2')
    expect(readLastBackup(settings)?.file).toBe(join(folder, 'new'))
    expect(said.split('\n').slice(1, 3)).toEqual([
      'Deleted the older backup a-newer.',
      'Deleted the older backup z-oldest.',
    ])
    expect(namesIn(folder)).toEqual(['a-workspace', 'half.1.partial', 'link', 'new', 'newer', 'notes', 'of-another'])
  })

  test('names what it deletes in one line each, and leaves what says no time', async () => {
    const folder = newFolder()
    const [opening, ...lines] = linesOf(backup)
    const at = (name: string, madeAt: string) =>
      writeFileSync(
        join(folder, name),
        readFileSync(forgeArchive([JSON.stringify({ ...JSON.parse(opening!), madeAt }), ...lines])),
      )
    at('old\n{"audit":"forged"}', '2020-01-01T00:00:00.000Z')
    at('without a time', 'once')
    const said = await admin('backup', join(folder, 'new'), '--keep', '1')
    expect(said.split('\n').slice(1, -1)).toEqual(['Deleted the older backup old {"audit":"forged"}.'])
    expect(namesIn(folder)).toEqual(['new', 'without a time'])
  })

  test('deletes nothing where the backup fails', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'before'), readFileSync(backup))
    const { fileId } = await fillWorkspace(acme, 'Acme lost')
    await platform.storage.remove(fileKey(acme.id, fileId))

    await expect(admin('backup', join(folder, 'new'), '--keep', '1')).rejects.toThrow(
      `but 1 file that the database names is not in ${settings.filesDir}: ${fileKey(acme.id, fileId)}. Older backups may have them`,
    )
    expect(namesIn(folder)).toEqual(['before', 'new'])
    await platform.storage.put(fileKey(acme.id, fileId), Buffer.from('found'))
    await expect(admin('backup', join(folder, 'before'), '--keep', '1')).rejects.toThrow(/already exists/)
    expect(namesIn(folder)).toEqual(['before', 'new'])
  })

  test.each([
    [['backup', 'x', '--keep', '0'], /--keep needs the number/],
    [['backup', 'x', '--keep', 'all'], /--keep needs the number/],
    [['backup', '-', '--keep', '3'], /standard output has no older backups/],
  ])('%s is refused', async (command, sentence) => {
    await expect(admin(...command)).rejects.toThrow(sentence)
  })
})

test('a backup with other settings than the server has, which finds no file, is refused', async () => {
  const command = run(['backup', join(newFolder(), 'backup')], { FILES_URL: newFolder() })
  await expect(command).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^None of the \d+ files that the database names .* No backup was made\.\n$/),
  })
})

test('a database of an earlier version can be backed up before it is updated', async () => {
  const earlier = await newEarlierInstallation('0020')
  const file = join(newFolder(), 'backup')
  expect(await earlier.admin('backup', file, '--quiet')).toBe('')
  expect(await admin('backup', 'verify', file)).toMatch(/with migrations up to 0016_ticket_changes\.sql/)
})

describe('standard output', () => {
  test('gets the archive alone, which a restore reads from standard input', async () => {
    const folder = newFolder()
    const file = join(folder, 'backup')
    const { stderr } = await shell(`node bin/admin.ts backup - > ${file}`)
    expect(stderr).toMatch(/^Wrote the whole installation to standard output, /)
    expect(await admin('backup', 'verify', file)).toMatch(/is intact/)
    expect((await shell(`node bin/admin.ts backup - --quiet > ${file}`)).stderr).toBe('')
    expect((await shell(`node bin/admin.ts backup verify - < ${file}`)).stdout).toMatch(/^The archive is intact/)

    const copy = await newInstallation()
    const variables = { DATABASE_URL: copy.url, DATA_DIR: copy.dataDir }
    const { stdout } = await shell(`node bin/admin.ts restore - < ${file}`, variables)
    expect(stdout).toMatch(/^Restored the archive as of /)
    const restored = folderStorage(join(copy.dataDir, 'files'))
    const key = fileKey(acme.id, kept.fileId)
    expect((await restored.read(key)).equals(await platform.storage.read(key))).toBe(true)
  })

  test('that is closed early ends with a sentence and 1, and what came out is no whole archive', async () => {
    const file = join(newFolder(), 'half')
    const command = shell(`set -o pipefail; node bin/admin.ts backup - | head -c 20000 > ${file}`)
    await expect(command).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Standard output was closed before the archive was complete/),
    })
    await expect(admin('backup', 'verify', file)).rejects.toThrow(/is cut short/)
  })

  test('on a full disk ends with a sentence and 1', async () => {
    await expect(shell('node bin/admin.ts backup - > /dev/full')).rejects.toMatchObject({
      code: 1,
      stderr: "Standard output can't be written (ENOSPC): choose another place.\n",
    })
  })

  test('that npm wrote a heading to is refused', async () => {
    const command = shell('node bin/admin.ts backup -', { npm_lifecycle_event: 'admin', npm_config_loglevel: 'error' })
    await expect(command).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/npm run -s admin/),
    })
  })
})

test('a backup that is stopped leaves nothing behind', async () => {
  const folder = newFolder()
  const large = fileKey(acme.id, randomUUID())
  await platform.storage.put(large, createReadStream('/dev/urandom', { end: 60_000_000 }))
  const child = spawn(process.execPath, ['bin/admin.ts', 'backup', join(folder, 'backup')], {
    env: variables(),
    cwd: root,
  })
  const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code)))
  await expect.poll(() => readdirSync(folder), { timeout: 60_000 }).toEqual([expect.stringMatching(/\.partial$/)])
  child.kill('SIGTERM')
  expect(await ended).toBe(1)
  expect(readdirSync(folder)).toEqual([])
  await platform.storage.remove(large)
})

const root = fileURLToPath(new URL('../../..', import.meta.url))

const variables = (more: Record<string, string> = {}) => ({
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  DATABASE_URL: databaseUrl.owner,
  DATA_DIR: settings.dataDir,
  LOG_LEVEL: 'fatal',
  ...more,
})

const run = (words: string[], more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ['bin/admin.ts', ...words], { cwd: root, env: variables(more) })

const shell = (line: string, more: Record<string, string> = {}) =>
  promisify(execFile)('bash', ['--norc', '-c', line], { cwd: root, env: variables(more) })
