import { Quote, Zap } from 'lucide-react'
import { placeOfMacro } from '#contract/tickets/macro-values.ts'
import type { listMacros, MacroRow } from '#contract/tickets/macros.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'

export type ListedMacro = { id: string; label: string; group: string; icon: IconShape }

const mostRecent = 5

/** Finds macros. The last five that the viewer used are first, then the folders. */
export async function findMacros(q: string, signal: AbortSignal) {
  const query = q.trim() ? { q: q.trim().slice(0, 200) } : {}
  const { answer, problem } = await ask<typeof listMacros>('GET', '/api/v1/macros', { query, signal })
  return { answer: answer && inGroups(answer.items), problem }
}

function inGroups(macros: MacroRow[]): ListedMacro[] {
  const recent = macros
    .filter(({ lastUsedAt }) => lastUsedAt !== null)
    .toSorted((one, other) => other.lastUsedAt!.localeCompare(one.lastUsedAt!))
    .slice(0, mostRecent)
  const others = macros.filter((macro) => !recent.includes(macro))
  const placed = others.map((macro) => ({ macro, folder: placeOfMacro(macro.name).folder || withoutFolder }))
  const folders = [...new Set(placed.map(({ folder }) => folder))].toSorted(
    (one, other) => Number(one === withoutFolder) - Number(other === withoutFolder),
  )
  return [
    ...recent.map((macro) => listed(macro, 'Last used')),
    ...folders.flatMap((folder) =>
      placed.filter((one) => one.folder === folder).map(({ macro }) => listed(macro, folder)),
    ),
  ]
}

export const withoutFolder = 'Without a folder'

const listed = ({ id, name, hasActions }: MacroRow, group: string): ListedMacro => ({
  ...{ id, group, icon: hasActions ? Zap : Quote },
  label: placeOfMacro(name).title,
})
