import { HomeTexts, PageLinks } from '#contract/knowledge-base/categories.ts'
import type { ReadingLink } from '#contract/knowledge-base/reading.ts'
import { findSettings, type KnowledgeBaseSettings } from '#server/knowledge-base/categories/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type FoundWorkspace, findWorkspaceByDomain } from '#server/workspace/settings/find-workspace.ts'
import { pathsIn } from './asking/paths.ts'

export type ReadingSpace = {
  workspace: FoundWorkspace
  languages: string[]
  first: string
  base: KnowledgeBaseSettings
}

type PageReader = Pick<Caller, 'kind'> & { isAdmin?: boolean }

export type ReadingCall = { tx: WorkspaceTx; reader: PageReader; platform: Platform } & PageLanguage
type PageLanguage = ReturnType<typeof inLanguage>

export function inLanguage(platform: Platform, space: ReadingSpace, language: string) {
  const isFallingBack = space.base.onMissing === 'first-language' && language !== space.first
  return {
    space,
    language,
    paths: pathsIn(language, space.first),
    edition: { language, fallback: isFallingBack ? space.first : null },
    words: platform.reading.words(language),
  }
}

export async function findSpace(tx: WorkspaceTx, domain: string): Promise<ReadingSpace> {
  const [workspace, languages, base] = await Promise.all([
    findWorkspaceByDomain(tx, domain),
    findLanguages(tx),
    findSettings(tx),
  ])
  return { workspace: workspace!, languages, first: languages[0]!, base }
}

export const linksIn = (kept: unknown): ReadingLink[] => PageLinks.safeParse(kept).data ?? []
export const homeTextsIn = (kept: unknown) => HomeTexts.safeParse(kept).data ?? {}
