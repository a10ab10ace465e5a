import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { keyringOf, loadSecrets, type Secrets } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** With an external database the folder may be another one than the server's, and new secrets would not match. */
export function readSecrets({ dataDir }: Settings): Secrets {
  if (existsSync(join(dataDir, 'secrets.json'))) return loadSecrets(dataDir)
  throw new CannotStart(`${dataDir} contains no secrets.json: set DATA_DIR to the folder that the server uses.`)
}

export function readKeys(settings: Settings) {
  const secrets = readSecrets(settings)
  return { codePepper: keyringOf(secrets, 'codePepper'), seal: keyringOf(secrets, 'sealKey') }
}
