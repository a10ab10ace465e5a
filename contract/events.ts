import { z } from 'zod'
import { batchEvents } from './bulk/batches.ts'
import { contentEvents, mediaEvents } from './content/events.ts'
import { Id } from './endpoint.ts'
import { knowledgeBaseEvents } from './knowledge-base/events.ts'
import { ticketEvents } from './tickets/events.ts'
import { workspaceEvents } from './workspace/events.ts'

export const events = {
  ...ticketEvents,
  ...knowledgeBaseEvents,
  ...contentEvents,
  ...mediaEvents,
  ...workspaceEvents,
  ...batchEvents,
}

export type EventDeclaration = {
  /** Whether the event is stored in the history of its subject. Other events only reach open pages and listeners. */
  isHistory: boolean
  old?: z.ZodType
  new?: z.ZodType
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
  'customer',
  'company',
  'workspace',
] as const
export const Subject = z.object({ type: z.enum(subjectTypes), id: Id })
export type Subject = z.output<typeof Subject>

export const aboutTicket = (id: string): Subject => ({ type: 'ticket', id })
export const aboutCustomer = (id: string): Subject => ({ type: 'customer', id })
export const aboutCompany = (id: string): Subject => ({ type: 'company', id })
export const aboutArticle = (id: string): Subject => ({ type: 'article', id })
export const aboutEntry = (id: string): Subject => ({ type: 'entry', id })
export const aboutBatch = (id: string): Subject => ({ type: 'batch', id })
export const aboutContentModel = (id: string): Subject => ({ type: 'content-model', id })
/** The subject is the content of a workspace as a whole, so it has the id of the workspace. */
export const aboutContent = (workspaceId: string): Subject => ({ type: 'content', id: workspaceId })
export const aboutKnowledgeBase = (workspaceId: string): Subject => ({ type: 'knowledge-base', id: workspaceId })

export const aboutWorkspace = (id: string): Subject => ({ type: 'workspace', id })

export const aboutMedia = (workspaceId: string): Subject => ({ type: 'media', id: workspaceId })

export type Actor = { type: 'agent' | 'customer'; id: string } | { type: 'system'; id?: null }

export const systemActor: Actor = { type: 'system' }
