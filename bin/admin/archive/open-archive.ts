import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Opening } from './archive-format.ts'
import { type Part, readArchive, UnreadableArchive } from './read-archive.ts'

const what = {
  workspace: 'holds one workspace: npm run admin -- workspace import reads it',
  installation: 'is a backup of a whole installation: npm run admin -- restore reads it',
}

/** The file of a workspace may come from anywhere. A backup is the operator's own, and as large as the installation. */
const mostBytes = { workspace: 100 * 1024 ** 3, installation: Number.POSITIVE_INFINITY }

/** The first line of an archive, and the rest to read. */
export async function openArchive(file: string, holds: Opening['holds']): Promise<OpenedArchive> {
  const parts = sayingNothingChanged(readArchive(file, mostBytes[holds]))
  const first = await parts.next()
  // The reader refuses an archive with another beginning.
  const { opening } = first.value as Extract<Part, { is: 'opening' }>
  if (opening.holds !== holds) {
    await parts.return(undefined)
    throw new CannotStart(`${file} ${what[opening.holds]}.`)
  }
  return { opening, parts }
}

/** Reads the whole archive or fails. */
async function* sayingNothingChanged(parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error
    throw new CannotStart(error.message.replace(/\.$/, ': nothing was changed.'))
  }
}

export type OpenedArchive = { opening: Opening; parts: AsyncGenerator<Part> }
