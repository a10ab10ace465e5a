import { HomeTexts, PageLinks } from '#contract/knowledge-base/categories.ts'
import type { ReadingLink } from '#contract/knowledge-base/reading.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type FoundWorkspace, findWorkspaceByDomain } from '#server/workspace/settings/find-workspace.ts'
import { findBase } from './queries/space.ts'

/** The knowledge base that a page belongs to. */
export type Space = {
  workspace: FoundWorkspace
  languages: string[]
  first: string
  base: Awaited<ReturnType<typeof findBase>>
}

/** As whom a page is read; who may write finds the way to that. */
type PageReader = Pick<Caller, 'kind'> & { isAdmin?: boolean }

/** What a page is made with: who reads what, in which language. */
export type ReadingCall = {
  tx: WorkspaceTx
  reader: PageReader
  platform: Platform
  space: Space
  language: string
}

export async function findSpace(tx: WorkspaceTx, domain: string): Promise<Space> {
  const [workspace, languages, base] = await Promise.all([
    findWorkspaceByDomain(tx, domain),
    findLanguages(tx),
    findBase(tx),
  ])
  return { workspace: workspace!, languages, first: languages[0]!, base }
}

/** What the server says by itself in the language of the page. */
export const wordsIn = ({ platform, language }: Pick<ReadingCall, 'platform' | 'language'>) =>
  platform.reading.words(language)

/** Where a text is missing in its language, whether the first language's stands for it. */
export const fallsBack = ({ space: { base, first }, language }: Pick<ReadingCall, 'space' | 'language'>) =>
  base.onMissing === 'first-language' && language !== first

/** As the settings keep them; what is not of that form is not shown. */
export const linksIn = (kept: unknown): ReadingLink[] => PageLinks.safeParse(kept).data ?? []
export const homeTextsIn = (kept: unknown) => HomeTexts.safeParse(kept).data ?? {}
