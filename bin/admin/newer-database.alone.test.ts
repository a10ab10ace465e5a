import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, newFolder, newInstallation } from '#test/copy-world.ts'
import { acme, globex, owner } from '#test/world.ts'

const addStep = `insert into migrations (name, checksum, version) values ('9999_later.sql', 'x', '9.1.0')`
const sentence = /^The database was migrated by version 9\.1\.0, and this is .* install that version or a newer one\.$/

describe('on a database that a newer version migrated', () => {
  beforeAll(async () => void (await owner.query(addStep)))
  afterAll(async () => void (await owner.query("delete from migrations where name = '9999_later.sql'")))

  test.each([
    ['workspace', 'list'],
    ['workspace', 'show', acme.domain],
    ['workspace', 'plan', acme.domain, 'active'],
    ['workspace', 'export', acme.domain, '/nowhere/file'],
    ['workspace', 'delete', acme.domain, '--yes'],
    ['member', 'promote', acme.domain, acme.agent.email],
    ['content', 'models', 'export', acme.domain, '/nowhere/models.json'],
    ['content', 'models', 'diff', acme.domain, globex.domain],
    ['content', 'models', 'apply', acme.domain, globex.domain],
    ['backup', '/nowhere/backup'],
  ])('%s %s does nothing and says which version to install', async (...command) => {
    await expect(admin(...command)).rejects.toThrow(sentence)
  })

  test('the doctor says so', async () => {
    expect(await admin('doctor')).toMatch(/^✗ The database was migrated by version 9\.1\.0/m)
    process.exitCode = 0
  })
})

test('a backup of the version before brings a database back that a newer one migrated', async () => {
  const file = join(newFolder(), 'backup')
  await admin('backup', file)
  const copy = await newInstallation()
  await copy.admin('restore', file)
  await copy.pool.query(addStep)
  await expect(copy.admin('workspace', 'list')).rejects.toThrow(sentence)

  await copy.admin('restore', file, '--yes')

  expect(await copy.admin('workspace', 'list')).toContain(acme.domain)
})

test('a file that a newer version wrote is refused with that version', async () => {
  const folder = newFolder()
  const later = async (name: string, ...command: string[]) => {
    const file = join(folder, name)
    await admin(...command, file)
    const [opening, ...lines] = gunzipSync(readFileSync(file)).toString().split('\n')
    const { migrations, ...rest } = JSON.parse(opening!)
    const newer = { ...rest, migrations: [...migrations, { name: '9999_later.sql', checksum: 'x', version: '9.1.0' }] }
    writeFileSync(file, gzipSync([JSON.stringify(newer), ...lines].join('\n')))
    return file
  }
  const backup = await later('backup', 'backup')
  const workspace = await later('workspace', 'workspace', 'export', acme.domain)
  const copy = await newInstallation()
  await expect(copy.admin('restore', backup)).rejects.toThrow(/^The backup was made by version 9\.1\.0/)
  await expect(admin('workspace', 'delete', acme.domain, '--yes')).resolves.toContain(acme.domain)
  await expect(admin('workspace', 'import', workspace)).rejects.toThrow(/^The file was made by version 9\.1\.0/)
})
