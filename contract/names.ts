import { z } from 'zod'
import * as declarations from './declarations.ts'
import type { Endpoint } from './endpoint.ts'

/** Longer names for declarations whose names are ambiguous outside their file. */
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

/** Operations have the names of their declarations, so that generated clients use the words of the docs. */
export const operationNames: ReadonlyMap<Endpoint, string> = new Map(
  endpoints.map(([name, value]) => [value, inFull[name] ?? name]),
)

/** Schemas of parameters get no name, because parameters are described one by one. */
const ofAddresses = new Set<unknown>(endpoints.flatMap(([, { params, query }]) => [params, query]))

export const namedSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  exported.flatMap(([name, value]) => (isThing(name, value) ? [[inFull[name] ?? name, value] as const] : [])),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Whether an export is a schema with a name. Schemas of texts and numbers have none. */
function isThing(name: string, value: unknown): value is z.ZodType {
  if (!/^[A-Z]/.test(name) || name === 'Nothing' || ofAddresses.has(value)) return false
  return value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodEnum
}
