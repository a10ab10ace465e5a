import type { Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { CommentRow } from './queries/comments.ts'

export type { CommentRow }

/** The part of a call that operations on comments need. */
export type CommentCall = {
  tx: WorkspaceTx
  caller: Pick<Member, 'id' | 'isAdmin' | 'key' | 'domain'>
  platform: Platform
}

/** Finds the article or entry of a comment or a text. */
export type FindTopic = (tx: WorkspaceTx, about: Pick<CommentRow, 'articleId' | 'entryId'>) => Promise<Topic>

export type Reader = Pick<Member, 'id' | 'isAdmin'>

/** An article or an entry with comments. `Place` is the part of it that a thread may be about. */
export type Topic<Place = unknown> = {
  subject: Subject & { type: 'article' | 'entry' }
  /** Whether a member may read a thread. */
  mayRead: (thread: CommentRow, reader: Reader) => boolean
  placesOf: (threads: CommentRow[]) => Promise<(thread: CommentRow) => Place>
  /** The words of mails about it. */
  mailed: Mailed
  /** Records that the reviewer of a language has got the mail. Entries do not keep that. */
  noteReviewMailed?: (tx: WorkspaceTx, language: string) => Promise<unknown>
}

type Mailed = {
  noun: 'article' | 'entry'
  /** The name of the model of an entry. */
  model: string | null
  /** The title in a language; null is the first language. */
  titleIn: (language: string | null) => Promise<string>
  placeName: (thread: CommentRow) => string | null
  /** The path of the editor, on the host of the workspace. */
  pathIn: (language: string | null) => string
  /** The path where a member reads a thread, or its subject. */
  pathFor: (thread: CommentRow, reader: Reader) => Promise<string>
}
