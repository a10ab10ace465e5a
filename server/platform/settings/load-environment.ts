import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isNearMiss, nearestName } from '#server/platform/nearest-name.ts'
import { isGiven, settingNames, type Variables } from './environment.ts'

export type LoadedEnvironment = {
  variables: Variables
  file: string | null
  faults: string[]
  /** Names in the environment of the process that look like a misspelt setting. */
  warnings: string[]
}

/** Variables of the process win, unless empty. An unknown name in the file is a fault; in the process, a near miss. */
export function loadEnvironment(folder: string, ofProcess: Variables = process.env): LoadedEnvironment {
  const path = join(folder, '.env')
  const file = readEnvFile(path)
  const given = Object.entries(ofProcess).filter(([, value]) => isGiven(value))
  return {
    variables: { ...file.variables, ...Object.fromEntries(given) },
    file: existsSync(path) ? path : null,
    faults: file.faults,
    warnings: given.flatMap(([name]) => nearMissOf(name)),
  }
}

type EnvFile = Pick<LoadedEnvironment, 'variables' | 'faults'>

/** An unreadable file would leave every setting at its default, so it is a fault. */
function readEnvFile(path: string): EnvFile {
  try {
    return parseEnvFile(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { variables: {}, faults: [] }
    return { variables: {}, faults: [`The file .env can't be read (${code}): change its owner or mode.`] }
  }
}

function parseEnvFile(text: string): EnvFile {
  const variables = parseEnv(text)
  return {
    variables,
    faults: [...text.split(/\r?\n/).flatMap(faultOfLine), ...Object.keys(variables).flatMap(faultOfName)],
  }
}

/** No setting has several lines. */
const faultOfLine = (line: string, index: number) =>
  /^\s*(#|$)|^\s*(export\s+)?[\w.-]+\s*=/.test(line)
    ? []
    : [`Line ${index + 1} of .env is no setting: write NAME=value, or # before a remark.`]

const isSetting = (name: string) => (settingNames as string[]).includes(name)

const faultOfName = (name: string) =>
  isSetting(name) ? [] : [`${name} in .env is no setting: the nearest is ${nearestSetting(name)}.`]

/** Other programs have several names for the parts of SMTP_URL, which look like settings of incoming mail. */
const nearestSetting = (name: string) => (/^SMTP_/i.test(name) ? 'SMTP_URL' : nearestName(name, settingNames))

function nearMissOf(name: string): string[] {
  const nearest = nearestName(name, settingNames)
  if (isSetting(name) || !isNearMiss(name, nearest)) return []
  return [`${name} in the environment is no setting and does nothing: did you mean ${nearest}?`]
}
