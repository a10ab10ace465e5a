import { z } from 'zod'
import * as declarations from './declarations.ts'
import type { Endpoint } from './endpoint.ts'

/** Names that say enough beside their declaration, and too little among all others. */
const inFull: Record<string, string> = {
  Added: 'AddedMedia',
  File: 'UploadedFile',
  Version: 'ArticleVersion',
  Comparison: 'ArticleComparison',
  Feedback: 'ArticleFeedback',
  Status: 'TicketStatus',
  Category: 'ArticleCategory',
  Draft: 'MessageDraft',
  Subject: 'EventSubject',
  Gap: 'KnowledgeGap',
  changeCategory: 'changeArticleCategory',
  compareSource: 'compareArticleSource',
  compareVersions: 'compareArticleVersions',
  createCategory: 'createArticleCategory',
  decideGap: 'decideKnowledgeGap',
  deleteCategory: 'deleteArticleCategory',
  endReview: 'endArticleReview',
  invite: 'inviteMember',
  listCategories: 'listArticleCategories',
  listGaps: 'listKnowledgeGaps',
  listSearches: 'listArticleSearches',
  listUses: 'listArticleUses',
  listVersions: 'listArticleVersions',
  listViews: 'listTicketViews',
  moveCategory: 'moveArticleCategory',
  noteOpened: 'noteArticleOpened',
  reopenGap: 'reopenKnowledgeGap',
  restoreVersion: 'restoreArticleVersion',
  sendForReview: 'sendArticleForReview',
  showCategory: 'showArticleCategory',
  showPassage: 'showArticlePassage',
  showReadings: 'showArticleReadings',
  showSearches: 'showArticleSearches',
  showTranslation: 'showArticleTranslation',
  showVersion: 'showArticleVersion',
  showVotes: 'showArticleVotes',
  writeGap: 'writeKnowledgeGap',
  writeTranslation: 'writeArticleTranslation',
}

const exported = Object.values(declarations).flatMap((file) => Object.entries<unknown>(file))
const endpoints = exported.filter((one): one is [string, Endpoint] => isEndpoint(one[1]))

/**
 * What programs call an operation, by its endpoint: as it is called where it is declared, so that clients that are made of
 * the description have the words of the docs.
 */
export const operationNames: ReadonlyMap<Endpoint, string> = new Map(
  endpoints.map(([name, value]) => [value, inFull[name] ?? name]),
)

/** What stands in an address is described parameter by parameter. */
const ofAddresses = new Set<unknown>(endpoints.flatMap(([, { params, query }]) => [params, query]))

/** The schemas of things that have a name. */
export const namedSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  exported.flatMap(([name, value]) => (isThing(name, value) ? [[inFull[name] ?? name, value] as const] : [])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Texts and numbers of a kind are none. */
function isThing(name: string, value: unknown): value is z.ZodType {
  if (!/^[A-Z]/.test(name) || name === 'Nothing' || ofAddresses.has(value)) return false
  return value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodEnum
}
