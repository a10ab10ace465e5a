import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'
import { errorCode } from './error-code.ts'
import type { Keyring } from './secrets/keyring.ts'

// 32 random bytes in base64url. Values with many repeated characters are refused, because they were typed or copied
// from an example.
const key = z
  .base64url()
  .length(43)
  .refine((text) => new Set(text).size > 12)

const made = {
  jwtKey: key.describe('signs access tokens'),
  codePepper: key.describe('hashes sign-in codes'),
  fileUrlKey: key.describe('signs addresses of files'),
  mailKey: key.describe('signs Message-IDs and reply addresses'),
  sealKey: key.describe('encrypts what must be read again, such as passwords of mailboxes'),
  databasePassword: key.describe('of the role that owns the embedded database'),
  rolePassword: key.describe('of the database roles that serve, sign in and run jobs'),
  roleSuffix: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .describe('keeps the roles of two installations on one server apart'),
}

/** Signatures, hashes and sealed values of these keys outlive a rotation, so former keys are stored too. */
const lasting = ['jwtKey', 'codePepper', 'fileUrlKey', 'mailKey', 'sealKey'] as const
type Lasting = (typeof lasting)[number]

const Secrets = z.object({
  ...made,
  former: z
    .partialRecord(z.enum(lasting), z.array(key))
    .default({})
    .describe('keys that were rotated away, of each the newest first'),
})

export type Secrets = z.infer<typeof Secrets>

export const keyringOf = (secrets: Pick<Secrets, Lasting | 'former'>, name: Lasting): Keyring => {
  const keyOf = (text: string) => Buffer.from(text, 'base64url')
  return [keyOf(secrets[name]), ...(secrets.former[name] ?? []).map(keyOf)]
}

export function loadSecrets(dataDir: string): Secrets {
  makeDataFolder(dataDir)
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    if (existsSync(join(dataDir, 'postgres'))) {
      throw new CannotStart(
        `${file} is missing, and the database can't be opened without it: restore it from a backup.`,
      )
    }
    createFile(file, generateSecrets())
  }
  if (statSync(file).mode & 0o077) chmodSync(file, 0o600)
  return addMissing(file, readSecrets(file))
}

export function parseSecrets(kept: unknown): Partial<Secrets> | null {
  const parsed = Secrets.partial().strict().safeParse(kept)
  return parsed.success ? parsed.data : null
}

/**
 * Replaces the keys and the role password. The next start sets the new password in the database. The password of the
 * embedded database stays the same.
 */
export function rotateSecrets(dataDir: string, { forgetsFormer }: { forgetsFormer: boolean }): Secrets {
  const own = loadSecrets(dataDir)
  const former: Secrets['former'] = Object.fromEntries(
    lasting.map((name) => [name, [own[name], ...(own.former[name] ?? [])]]),
  )
  return replaceSecrets(dataDir, {
    ...own,
    ...Object.fromEntries(lasting.map((name) => [name, newKey()])),
    rolePassword: newKey(),
    // The database contains sealed values, so former seal keys are never dropped.
    former: forgetsFormer ? { sealKey: former.sealKey } : former,
  })
}

/** Takes all secrets from a backup, except the password of the embedded database. */
export function takeOverSecrets(dataDir: string, secrets: Partial<Secrets>): Secrets {
  const own = loadSecrets(dataDir)
  return replaceSecrets(dataDir, { ...own, ...secrets, databasePassword: own.databasePassword })
}

function replaceSecrets(dataDir: string, secrets: Secrets): Secrets {
  const file = join(dataDir, 'secrets.json')
  renameSync(writeUnfinished(file, secrets), file)
  return secrets
}

/**
 * Creates the data folder. If root runs the server, other users may enter the folder but not list it, because
 * PostgreSQL runs as another user.
 */
export function makeDataFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    const probe = join(dataDir, `.writable-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new CannotStart(
      `The data folder ${dataDir} can't be written to (${errorCode(error)}): change its owner or set DATA_DIR.`,
    )
  }
}

const newKey = () => randomBytes(32).toString('base64url')

function generateSecrets(): Secrets {
  const keys = Object.keys(made).map((name) => [name, newKey()])
  return { ...Object.fromEntries(keys), roleSuffix: randomBytes(4).toString('hex'), former: {} }
}

// Creates the file by a hard link, which is atomic and never replaces a file. Of two simultaneous first starts, one
// creates the file and both read it.
function createFile(file: string, secrets: Secrets) {
  const unfinished = writeUnfinished(file, secrets)
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished)
  }
}

function writeUnfinished(file: string, secrets: Secrets) {
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  return unfinished
}

function readSecrets(file: string) {
  try {
    return Secrets.partial()
      .strict()
      .parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new CannotStart(`${file} can't be used, because ${reasonOf(error)}: restore it from a backup.`)
  }
}

function reasonOf(error: unknown) {
  if (error instanceof SyntaxError) return 'it is cut short or was edited'
  if (error instanceof z.ZodError)
    return `its ${error.issues[0]?.path.join('.') || 'content'} is not what this server made`
  return `it can't be read (${errorCode(error)})`
}

function addMissing(file: string, secrets: Partial<Secrets>): Secrets {
  const complete = { ...generateSecrets(), ...secrets }
  if (Object.keys(secrets).length < Object.keys(complete).length) renameSync(writeUnfinished(file, complete), file)
  return complete
}
