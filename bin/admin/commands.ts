import { CannotStart } from '#server/platform/cannot-start.ts'
import { productVersion, readMigrations } from '#server/platform/database/migrations.ts'
import type { Variables } from '#server/platform/settings/environment.ts'
import type { LoadedEnvironment } from '#server/platform/settings/load-environment.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { standardStream } from './archive/write-archive.ts'
import { backUp } from './backups/back-up.ts'
import { restore } from './backups/restore.ts'
import { verifyBackup } from './backups/verify-backup.ts'
import { resumeWorkspace, setPlan, suspendWorkspace } from './change-workspace.ts'
import { type Command, explainCommands, findCommand, readWords } from './command.ts'
import { applyModelsTo, diffModels, exportModels } from './content-models/commands.ts'
import { createWorkspace } from './create-workspace.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { doctor } from './doctor/doctor.ts'
import { mailTest } from './doctor/examine-relay.ts'
import { exportWorkspace } from './export-workspace.ts'
import { importWorkspace } from './import-workspace.ts'
import { inviteFounder } from './invite-founder.ts'
import { createKey } from './keys/create-key.ts'
import { changeEmail, disableMember, inviteMember, makeMemberCode, promoteMember } from './members/members.ts'
import { listWorkspaces, showWorkspace } from './show-workspace.ts'
import { listJobs, retryJobs } from './upkeep/jobs.ts'
import { resetLimits } from './upkeep/reset-limits.ts'
import { rotateSecrets } from './upkeep/rotate-secrets.ts'
import { writeTypes } from './write-types.ts'

const showVersion: Command = {
  name: 'version',
  takes: '',
  does: 'Prints the version, the newest migration and the version of Node.js',
  async run() {
    const newest = (await readMigrations()).at(-1)!.name
    return `Startup Tools ${productVersion}, migrations up to ${newest}, Node.js ${process.version}`
  },
}

const commands: Command[] = [
  listWorkspaces,
  showWorkspace,
  createWorkspace,
  inviteFounder,
  setPlan,
  suspendWorkspace,
  resumeWorkspace,
  exportWorkspace,
  importWorkspace,
  deleteWorkspace,
  inviteMember,
  makeMemberCode,
  changeEmail,
  promoteMember,
  disableMember,
  createKey,
  exportModels,
  diffModels,
  applyModelsTo,
  verifyBackup,
  backUp,
  restore,
  listJobs,
  retryJobs,
  resetLimits,
  rotateSecrets,
  mailTest,
  doctor,
  showVersion,
  writeTypes,
]

export async function runCommand(args: string[], variables: Variables, found = nothingFound): Promise<string> {
  if (args.length === 0 || args.includes('--help')) return explainCommands(commands)
  const command = findCommand(commands, args)
  try {
    const message = await command.run({
      ...readWords(command, args),
      environment: { variables, ...found },
      // Reads the settings only on demand, because `doctor` must also run with wrong settings.
      get settings() {
        return readSettings(variables, found.faults)
      },
    })
    return withoutControls(message)
  } catch (error) {
    if (error instanceof CannotStart) error.message = withoutControls(error.message)
    throw error
  }
}

/** Replaces terminal control characters, because file names and texts of archives may contain them. */
const withoutControls = (text: string) => text.replace(/(?![\n\t])\p{Cc}/gu, '?')

export const writesToOutput = (args: string[]) =>
  args.includes(standardStream) && [backUp, exportWorkspace].includes(findCommand(commands, args))

const nothingFound: Omit<LoadedEnvironment, 'variables'> = { file: null, faults: [], warnings: [] }
