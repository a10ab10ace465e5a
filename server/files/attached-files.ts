import { type RawBuilder, sql } from 'kysely'
import { cannotBeShown } from './pictures/refuse-picture.ts'

export type AttachedFile = {
  id: string
  name: string
  mime: string
  bytes: number
  isInline: boolean
  /** The file is a picture that the server could not render. */
  isUnshown: boolean
}

/** Returns an SQL value with the files of a message as JSON. `attachments` selects `file_id` and `position`. */
export const attachedFiles = (workspaceId: string, attachments: RawBuilder<unknown>) => sql<AttachedFile[]>`
  (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes,
      'isInline', f.is_inline, 'isUnshown', ${cannotBeShown(workspaceId, sql`coalesce(f.same_as, f.id)`)}) order by k.position), '[]')
    from (${attachments}) k join files f on f.workspace_id = ${workspaceId} and f.id = k.file_id)`
