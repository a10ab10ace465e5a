import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Opening } from '#bin/admin/archive/archive-format.ts'
import { readArchive } from '#bin/admin/archive/read-archive.ts'
import { parseSecrets, type Secrets } from '#server/platform/secrets.ts'
import { unlessGone } from '#server/platform/storage.ts'

type Installation = Pick<Secrets, 'roleSuffix'>
type Backup = { name: string; madeAt: number }

/**
 * Keeps the newest backups of an installation in the folder of a new one, and deletes the others. Other files stay.
 * Returns the names of deleted ones.
 */
export async function deleteOlder(file: string, keep: number, installation: Installation): Promise<string[]> {
  const folder = dirname(file)
  const others = await listOthers(folder, basename(file), installation)
  const older = others.toSorted((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1)).slice(keep - 1)
  // Another backup into the folder may delete the same ones.
  for (const { name } of older) await rm(join(folder, name), { force: true })
  return older.map(({ name }) => name).toSorted()
}

async function listOthers(folder: string, own: string, installation: Installation): Promise<Backup[]> {
  const found: Backup[] = []
  for (const name of await readdir(folder)) {
    if (name === own || name.endsWith('.partial')) continue
    const standing = await lstat(join(folder, name)).catch(unlessGone)
    if (!standing?.isFile()) continue
    const opening = await readOpening(join(folder, name))
    if (opening && isOf(opening, installation)) found.push({ name, madeAt: Date.parse(opening.madeAt) })
  }
  return found
}

/** Null for a file that is no archive of a known format. */
async function readOpening(file: string): Promise<Opening | null> {
  try {
    for await (const part of readArchive(file, mostOfOpening)) if (part.is === 'opening') return part.opening
  } catch {}
  return null
}

const mostOfOpening = 16 * 1024 * 1024

/** `roleSuffix` identifies an installation. Rotating the secrets does not change it. */
const isOf = ({ holds, secrets }: Opening, { roleSuffix }: Installation) =>
  holds === 'installation' && parseSecrets(secrets)?.roleSuffix === roleSuffix
