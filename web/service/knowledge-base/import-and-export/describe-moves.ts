import type { z } from 'zod'
import { importRemarkWords } from '#contract/bulk/import-words.ts'
import type { ImportItem, ImportRemark, listImportRemarks, listImports } from '#contract/bulk/imports.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'

export type ImportRow = z.output<typeof listImports.answer>['items'][number]
export type RemarkGroups = z.output<typeof listImportRemarks.answer>
export type ReportLine = z.output<typeof ImportItem>

export const importKinds = {
  articles: {
    label: 'Markdown or HTML',
    description: 'One file, or a ZIP of files. Folders become categories. Links and pictures are imported',
  },
  'zendesk-guide': {
    label: 'Zendesk Guide',
    description: 'Answers of its API for categories, sections, articles, translations and users: a JSON file or a ZIP',
  },
  'intercom-articles': {
    label: 'Intercom',
    description: 'Answers of its API for collections, articles and admins: a JSON file or a ZIP',
  },
  'helpscout-docs': {
    label: 'Help Scout Docs',
    description: 'Answers of its Docs API for collections, categories, articles and users: a JSON file or a ZIP',
  },
  'freshdesk-solutions': {
    label: 'Freshdesk',
    description: 'Answers of its API for categories, folders, articles and agents: a JSON file or a ZIP',
  },
}
export type ImportKind = keyof typeof importKinds

export const kindName = (kind: string) => Object.entries(importKinds).find(([name]) => name === kind)?.[1].label ?? kind

export const isAtWork = ({ state }: { state: string }) =>
  state === 'reading' || state === 'running' || state === 'waiting'

// Returns whether the import still creates articles. It writes their texts only after all articles exist, because
// articles link to each other.
const isBeginning = ({ begun, total }: Pick<ImportRow, 'begun' | 'total'>) => begun < total

/** Counts two steps for each article text: creating the article and writing the text. */
export const progressOf = ({ begun, done, failed, total }: ImportRow) => ({
  value: begun + done + failed,
  max: 2 * total,
})

export function importWords({ state, counts, total, begun, done, failed, reason }: ImportRow): string {
  switch (state) {
    case 'reading':
      return 'Checking'
    case 'ready':
      return total > 0
        ? `Checked: ${countWords(counts)}`
        : `Checked: nothing new${countWords(counts) && ` (${countWords(counts)})`}`
    case 'running':
      return isBeginning({ begun, total })
        ? `Creating ${formatCount(begun)} of ${plural(total, 'text')}`
        : `${formatCount(done + failed)} of ${plural(total, 'text')}`
    case 'done':
      return failed > 0 ? `Done, ${plural(failed, 'text')} failed` : `Done, ${plural(done, 'text')} imported`
    case 'cancelled':
      return `Cancelled, ${plural(done, 'text')} imported${begun > done + failed ? `, ${formatCount(begun - done - failed)} created without text` : ''}`
    case 'failed':
      return reason ?? 'Failed'
  }
}

/** Describes the counts of an import: "12 new, 3 changed, 30 unchanged, 10 skipped, 2 with problems". */
export function countWords({ create, change, skip, unchanged, problem }: ImportRow['counts']): string {
  const said = [
    create > 0 && `${formatCount(create)} new`,
    change > 0 && `${formatCount(change)} changed`,
    unchanged > 0 && `${formatCount(unchanged)} unchanged`,
    skip > unchanged && `${formatCount(skip - unchanged)} skipped`,
  ].filter((one) => one !== false)
  return [...said, ...(problem > 0 ? [`${formatCount(problem)} with problems`] : [])].join(', ')
}

export const actionNames: Record<ReportLine['action'], string> = { create: 'New', change: 'Changed', skip: 'Skipped' }

export function remarkWords({ code, line, about }: ImportRemark): string {
  const words = `${importRemarkWords[code]}${about ? ` (${about})` : ''}`
  return line === null ? words : `Line ${formatCount(line)}: ${words}`
}
