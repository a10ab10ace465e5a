import type { Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { CommentRow } from './queries/comments.ts'

export type { CommentRow }

export type CommentCall = {
  tx: WorkspaceTx
  caller: Pick<Member, 'id' | 'isAdmin' | 'key' | 'domain'>
  platform: Platform
}

export type FindTopic = (tx: WorkspaceTx, about: Pick<CommentRow, 'articleId' | 'entryId'>) => Promise<Topic>

export type Reader = Pick<Member, 'id' | 'isAdmin'>

export type Topic<Place = unknown> = {
  subject: Subject & { type: 'article' | 'entry' }
  mayRead: (thread: CommentRow, reader: Reader) => boolean
  placesOf: (threads: CommentRow[]) => Promise<(thread: CommentRow) => Place>
  mailed: Mailed
  /** Stores that the reviewer of a language was mailed. Only articles store this. */
  noteReviewMailed?: (tx: WorkspaceTx, language: string) => Promise<unknown>
}

type Mailed = {
  noun: 'article' | 'entry'
  model: string | null
  titleIn: (language: string | null) => Promise<string>
  placeName: (thread: CommentRow) => string | null
  pathIn: (language: string | null) => string
  pathFor: (thread: CommentRow, reader: Reader) => Promise<string>
}
