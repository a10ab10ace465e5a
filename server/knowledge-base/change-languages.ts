import { aboutKnowledgeBase } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { holdLanguages, setLanguages } from '#server/workspaces/set-languages.ts'
import { findUnwritten } from './opening.ts'
import { touchPages } from './spread-reach.ts'

/** Sets the languages of a workspace. None that something is written in goes, and everything exists in the first. */
export async function changeLanguages(
  tx: WorkspaceTx,
  by: By,
  { items, base }: { items: string[]; base?: string[] | undefined },
): Promise<string[]> {
  const languages = [...new Set(items)]
  const current = await holdLanguages(tx)
  refuseOverwriting({ base: base && { items: base }, current: { items: current }, wanted: { items: languages } })
  const { used, missing } = await findUnwritten(tx, languages[0]!)
  const lost = used.filter((language) => !languages.includes(language))
  if (lost.length > 0) throw new Refusal('language-in-use', { detail: `There are texts in ${lost.join(', ')}` })
  if (missing > 0) {
    const lacking = missing === 1 ? '1 article is' : `${missing} articles are`
    const detail = `${lacking} not written in ${languages[0]} yet, so it cannot be the first language`
    throw new Refusal('language-in-use', { detail })
  }
  await setLanguages(tx, languages)
  await touchPages(tx, by)
  await record(tx, {
    type: 'languages.changed',
    subject: aboutKnowledgeBase(tx.workspaceId),
    by,
    audience: 'team',
  })
  return languages
}
