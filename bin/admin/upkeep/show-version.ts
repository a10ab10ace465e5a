import type { Command } from '#bin/admin/command.ts'
import { productVersion, readMigrations } from '#server/platform/database/migrations.ts'

export const showVersion: Command = {
  name: 'version',
  takes: '',
  does: 'Prints the version, the newest migration and the version of Node.js',
  async run() {
    const newest = (await readMigrations()).at(-1)!.name
    return `Startup Tools ${productVersion}, migrations up to ${newest}, Node.js ${process.version}`
  },
}
