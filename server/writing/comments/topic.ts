import type { Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { CommentRow } from './queries/comments.ts'

export type { CommentRow }

/** What an operation on comments needs of the call it serves. */
export type CommentCall = {
  tx: WorkspaceTx
  caller: Pick<Member, 'id' | 'isAdmin' | 'key' | 'domain'>
  platform: Platform
}

/** Finds the article or the entry that a comment or a text belongs to. */
export type FindTopic = (tx: WorkspaceTx, about: Pick<CommentRow, 'articleId' | 'entryId'>) => Promise<Topic>

export type Reader = Pick<Member, 'id' | 'isAdmin'>

/** What is talked about, an article or an entry. `Place` is what a thread may be about besides the whole. */
export type Topic<Place = unknown> = {
  subject: Subject & { type: 'article' | 'entry' }
  /** Whether what is said in a thread is for a reader. */
  mayRead: (thread: CommentRow, reader: Reader) => boolean
  placesOf: (threads: CommentRow[]) => Promise<(thread: CommentRow) => Place>
  /** What mails say of it. */
  mailed: Mailed
  /** Records that the reviewer of a language has got the mail of the review, where the topic keeps that. */
  noteReviewMailed?: (tx: WorkspaceTx, language: string) => Promise<unknown>
}

type Mailed = {
  noun: 'article' | 'entry'
  /** The kind of entry. */
  model: string | null
  /** In the words of a language; of the first one for null. */
  titleIn: (language: string | null) => Promise<string>
  placeName: (thread: CommentRow) => string | null
  /** Of the page where it is edited, on the host of the workspace. */
  pathIn: (language: string | null) => string
  /** Where a reader finds a thread, or what it is about. */
  pathFor: (thread: CommentRow, reader: Reader) => Promise<string>
}
