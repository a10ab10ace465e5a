import { fileURLToPath } from 'node:url'
import { loadEnvironment } from '#server/environment.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { explainOutage } from '#server/platform/explain-outage.ts'
import { readSettings } from '#server/settings.ts'
import { backUp } from './admin/back-up.ts'
import { explainCommands, findCommand, readWords } from './admin/command.ts'
import { deleteWorkspace } from './admin/delete-workspace.ts'
import { doctor } from './admin/doctor.ts'
import { exportWorkspace } from './admin/export-workspace.ts'
import { importWorkspace } from './admin/import-workspace.ts'
import { listWorkspaces } from './admin/list-workspaces.ts'
import { promoteMember } from './admin/promote-member.ts'
import { restore } from './admin/restore.ts'
import { setPlan } from './admin/set-plan.ts'
import { showWorkspace } from './admin/show-workspace.ts'
import { writeTypes } from './admin/write-types.ts'

const ofWorkspaces = [listWorkspaces, showWorkspace, setPlan, exportWorkspace, importWorkspace, deleteWorkspace]
const commands = [...ofWorkspaces, promoteMember, backUp, restore, doctor, writeTypes]

async function run(args: string[]): Promise<string> {
  if (args.length === 0 || args.includes('--help')) return explainCommands(commands)
  const command = findCommand(commands, args)
  const given = readWords(command, args)
  const variables = loadEnvironment(fileURLToPath(new URL('..', import.meta.url)))
  return command.run({ ...given, variables, settings: readSettings(variables) })
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  const sentence = error instanceof CannotStart ? error.message : explainOutage(error)
  if (!sentence) throw error
  console.error(sentence)
  process.exitCode = 1
}
