import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isNearMiss, nearestName } from '#contract/nearest-name.ts'
import { errorCode } from '#server/platform/error-code.ts'
import { isGiven, settingNames, type Variables } from './environment.ts'

export type LoadedEnvironment = {
  variables: Variables
  file: string | null
  faults: string[]
  warnings: string[]
}

/**
 * Variables of the process win over the file `.env`, unless they are empty. Unknown names in the file are faults.
 * Unknown names in the process cause a warning if they resemble a setting.
 */
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

/** Reports a fault if the file exists but cannot be read. Otherwise all settings would silently get their defaults. */
function readEnvFile(path: string): EnvFile {
  try {
    return parseEnvFile(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const code = errorCode(error)
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

/** Refuses lines that are neither a setting nor a comment, because no setting has several lines. */
const faultOfLine = (line: string, index: number) =>
  /^\s*(#|$)|^\s*(export\s+)?[\w.-]+\s*=/.test(line)
    ? []
    : [`Line ${index + 1} of .env is no setting: write NAME=value, or # before a remark.`]

const isSetting = (name: string) => settingNames.some((one) => one === name)

const faultOfName = (name: string) =>
  isSetting(name) ? [] : [`${name} in .env is no setting: the nearest is ${nearestSetting(name)}.`]

// Returns the setting that a wrong name probably means. `SMTP_` names of other programs mean SMTP_URL, although they
// resemble our settings of incoming mail.
const nearestSetting = (name: string) => (/^SMTP_/i.test(name) ? 'SMTP_URL' : nearestName(name, settingNames))

function nearMissOf(name: string): string[] {
  const nearest = nearestName(name, settingNames)
  if (isSetting(name) || !isNearMiss(name, nearest)) return []
  return [`${name} in the environment is no setting and does nothing: did you mean ${nearest}?`]
}
