import { HomeTexts, PageLinks } from '#contract/knowledge-base/categories.ts'
import type { ReadingLink } from '#contract/knowledge-base/reading.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type FoundWorkspace, findWorkspaceByDomain } from '#server/workspace/settings/find-workspace.ts'
import { findKnowledgeBase } from './queries/space.ts'

export type ReadingSpace = {
  workspace: FoundWorkspace
  languages: string[]
  first: string
  base: Awaited<ReturnType<typeof findKnowledgeBase>>
}

type PageReader = Pick<Caller, 'kind'> & { isAdmin?: boolean }

export type ReadingCall = {
  tx: WorkspaceTx
  reader: PageReader
  platform: Platform
  space: ReadingSpace
  language: string
}

export async function findSpace(tx: WorkspaceTx, domain: string): Promise<ReadingSpace> {
  const [workspace, languages, base] = await Promise.all([
    findWorkspaceByDomain(tx, domain),
    findLanguages(tx),
    findKnowledgeBase(tx),
  ])
  return { workspace: workspace!, languages, first: languages[0]!, base }
}

export const wordsIn = ({ platform, language }: Pick<ReadingCall, 'platform' | 'language'>) =>
  platform.reading.words(language)

export const fallsBack = ({ space: { base, first }, language }: Pick<ReadingCall, 'space' | 'language'>) =>
  base.onMissing === 'first-language' && language !== first

/** Invalid links are dropped. */
export const linksIn = (kept: unknown): ReadingLink[] => PageLinks.safeParse(kept).data ?? []
export const homeTextsIn = (kept: unknown) => HomeTexts.safeParse(kept).data ?? {}
