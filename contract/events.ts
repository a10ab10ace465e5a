import { z } from 'zod'
import { contentEvents } from './content/events.ts'
import { mediaEvents } from './content/media-events.ts'
import { Id } from './endpoint.ts'
import { knowledgeBaseEvents } from './knowledge-base/events.ts'
import { ticketEvents } from './tickets/events.ts'
import { batchEvents } from './work/batch-events.ts'
import { workspaceEvents } from './workspace/events.ts'

/**
 * Everything that can happen, each declared once: a room records it, its history, the live hint to open pages and all
 * other consequences follow from that (`server/subscriptions.ts`).
 */
export const events = {
  ...ticketEvents,
  ...knowledgeBaseEvents,
  ...contentEvents,
  ...mediaEvents,
  ...workspaceEvents,
  ...batchEvents,
}

export type EventDeclaration = {
  /** Whether it is a line of its subject's history; all else is only told to open pages and to listeners. */
  isHistory: boolean
  /** What was, and what is; the history keeps both. */
  old?: z.ZodType
  new?: z.ZodType
  /** What listeners need beside that. It is kept nowhere. */
  with?: z.ZodType
}

export type EventType = keyof typeof events

export const subjectTypes = [
  'ticket',
  'inbound-mail',
  'knowledge-base',
  'article',
  'content',
  'content-model',
  'entry',
  'media',
  'batch',
  'workspace',
] as const
/** What an event is about. */
export const Subject = z.object({ type: z.enum(subjectTypes), id: Id })
export type Subject = z.output<typeof Subject>

export const aboutTicket = (id: string): Subject => ({ type: 'ticket', id })
export const aboutArticle = (id: string): Subject => ({ type: 'article', id })
export const aboutEntry = (id: string): Subject => ({ type: 'entry', id })
export const aboutBatch = (id: string): Subject => ({ type: 'batch', id })
export const aboutContentModel = (id: string): Subject => ({ type: 'content-model', id })
/** Of a workspace there is one. */
export const aboutContent = (workspaceId: string): Subject => ({ type: 'content', id: workspaceId })
/** Of a workspace there is one. */
export const aboutKnowledgeBase = (workspaceId: string): Subject => ({ type: 'knowledge-base', id: workspaceId })

export const aboutWorkspace = (id: string): Subject => ({ type: 'workspace', id })

/** Of a workspace there is one library. */
export const aboutMedia = (workspaceId: string): Subject => ({ type: 'media', id: workspaceId })

/** Who did it: a member of the team, a customer, or the product by itself. */
export type Actor = { type: 'agent' | 'customer'; id: string } | { type: 'system'; id?: null }

/** The one who does what nobody asked for at that moment. */
export const noOne: Actor = { type: 'system' }
