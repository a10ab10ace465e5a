import type { MacroAction } from '#contract/tickets/macros.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { includesTag, replaceTag } from '#server/tickets/tags/same-tag.ts'
import { recordChange } from './change-macros.ts'
import { holdMacros, listRowsNamingTags, updateMacro } from './queries.ts'

type TagKind = 'add_tags' | 'remove_tags'
/** What the undo needs: in which actions of a macro the tag was. */
export type MacroWithTag = { id: string; kinds: TagKind[] }

type Renaming = { tag: string; name: string | null; by: Pick<Member, 'id'>; only?: readonly string[] }

/**
 * Renames a tag in the actions of macros, also in those of other members, or removes it if `name` is null. Returns the
 * changed macros. With `only`, other macros stay as they are.
 */
export async function renameTagOfMacros(tx: WorkspaceTx, { tag, name, by, only }: Renaming): Promise<MacroWithTag[]> {
  const changed: MacroWithTag[] = []
  await holdMacros(tx)
  for (const row of await listRowsNamingTags(tx, only)) {
    const kinds = (['add_tags', 'remove_tags'] as const).filter((kind) =>
      row.actions.some((action) => action.kind === kind && includesTag(action.tags, tag)),
    )
    if (kinds.length === 0) continue
    const actions = row.actions.flatMap((action) => withName(action, tag, name))
    await updateMacro(tx, row.id, { actions: JSON.stringify(actions) })
    await recordChange({ tx, caller: by }, [row])
    changed.push({ id: row.id, kinds })
  }
  return changed
}

function withName(action: MacroAction, tag: string, name: string | null): MacroAction[] {
  if (action.kind !== 'add_tags' && action.kind !== 'remove_tags') return [action]
  const tags = replaceTag(action.tags, tag, name)
  return tags.length > 0 ? [{ ...action, tags }] : []
}

/** Adds a tag to the actions of macros again, after its deletion was undone. */
export async function returnTagToMacros(
  tx: WorkspaceTx,
  { tag, macros, by }: { tag: string; macros: MacroWithTag[]; by: Pick<Member, 'id'> },
) {
  await holdMacros(tx)
  const rows = await listRowsNamingTags(
    tx,
    macros.map(({ id }) => id),
  )
  for (const row of rows) {
    const { kinds } = macros.find(({ id }) => id === row.id)!
    const isThere = row.actions.some((action) => isOfTags(action) && includesTag(action.tags, tag))
    if (isThere) continue
    const actions = [...row.actions, ...kinds.map((kind) => ({ kind, tags: [tag] }))]
    await updateMacro(tx, row.id, { actions: JSON.stringify(actions) })
    await recordChange({ tx, caller: by }, [row])
  }
}

const isOfTags = (action: MacroAction) => action.kind === 'add_tags' || action.kind === 'remove_tags'
