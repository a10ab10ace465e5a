import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import type {
  ArticleThread,
  answerArticleComment,
  CommentedBlock,
  changeArticleComment,
  deleteArticleComment,
  listArticleComments,
  reopenArticleComment,
  resolveArticleComment,
  writeArticleComment,
} from '#contract/knowledge-base/comments.ts'
import { isAdminRole } from '#contract/workspace/admin-role.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { CommentsSection } from '#web/lib/writing/comments/comments-section.tsx'
import type { Colleague } from '#web/lib/writing/comments/mentions.ts'
import {
  type Comments,
  type CommentsApi,
  type OpenThreads,
  useComments,
} from '#web/lib/writing/comments/use-comments.ts'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Parts = Pick<typeof import('#web/editor/blocks/commented-blocks.ts'), 'markCommented' | 'showBlock'> | undefined

export type ArticleComments = Comments<ArticleThread, CommentedBlock>

type CommentsOptions = { article: { id: string } | null; said: OpenThreads<ArticleThread>; language: string }

export const useArticleComments = ({ article, said, language }: CommentsOptions): ArticleComments =>
  useComments({ id: article?.id, said, api: apiOf(article?.id ?? '', language) })

const list = '/api/v1/knowledge-base/articles/:id/comments'
const one = `${list}/:comment` as const

const apiOf = (id: string, language: string): CommentsApi<ArticleThread, CommentedBlock> => ({
  list: (state, signal) =>
    ask<typeof listArticleComments>('GET', list, {
      ...{ params: { id }, query: { state }, waits: true },
      ...(signal && { signal }),
    }),
  begin: (block, written, idempotencyKey) =>
    ask<typeof writeArticleComment>('POST', list, {
      ...{ params: { id }, idempotencyKey },
      body: { ...written, ...(block && { block, language }) },
    }),
  answer: (comment, body, idempotencyKey) =>
    ask<typeof answerArticleComment>('POST', `${one}/answers`, { params: { id, comment }, body, idempotencyKey }),
  change: (comment, body, idempotencyKey) =>
    ask<typeof changeArticleComment>('PATCH', one, { params: { id, comment }, body, idempotencyKey }),
  act({ do: what, comment }) {
    const place = { params: { id, comment } }
    if (what === 'delete') return ask<typeof deleteArticleComment>('DELETE', one, place)
    if (what === 'resolve') return ask<typeof resolveArticleComment>('PUT', `${one}/resolution`, place)
    return ask<typeof reopenArticleComment>('DELETE', `${one}/resolution`, place)
  },
})

export const sayOfText = (id: string, language: string, written: { text: string; mentions: string[] }, key: string) =>
  ask<typeof writeArticleComment>('POST', list, { params: { id }, idempotencyKey: key, body: { ...written, language } })

export function useMarkedBlocks(
  editor: Editor | null,
  parts: Parts,
  { comments, language }: { comments: ArticleComments; language: string },
) {
  const blocks = comments.open.flatMap((thread) => (thread.language === language && thread.block ? [thread.block] : []))
  const said = JSON.stringify(blocks)
  useEffect(() => {
    if (editor && parts) parts.markCommented(editor, JSON.parse(said))
  }, [editor, parts, said])
}

type Props = {
  viewer: { id: string; isAdmin: boolean }
  members: (Colleague & { role: string })[]
  languages: string[]
  language: string
  comments: ArticleComments
  canWrite: boolean
  editor: Editor | null
  parts: Parts
}

export function ArticleCommentsSection({ members, editor, parts, languages, language, ...props }: Props) {
  const labelOf = (block: CommentedBlock | null) =>
    block ? `Comment on “${shortened(block.text)}”` : 'Comment on the article'
  return (
    <CommentsSection
      {...props}
      members={members}
      // Only admins can see drafts, so only admins can be mentioned.
      mentionable={members.filter(({ role }) => isAdminRole(role))}
      labelFor={labelOf}
      placeOf={(thread) => {
        const isOther = thread.language !== null && thread.language !== language
        const words = [remarkWords(thread), isOther && languages.length > 1 && languageName(thread.language!)]
        const line = words.filter(Boolean).join(', ')
        const { block, ticket } = thread
        if (!line && !block && !ticket) return null
        return (
          <>
            {(line || ticket) && (
              <p>
                {line} {ticket && <TextLink href={`/service/tickets/${ticket.id}`}>#{ticket.number}</TextLink>}
              </p>
            )}
            {block && !isOther && editor && parts ? (
              <button
                type="button"
                className="block max-w-full truncate border-l-2 border-line-strong pl-2 text-left text-ink-2 hover:text-ink"
                onClick={() => parts.showBlock(editor, block)}
              >
                {block.text}
              </button>
            ) : (
              block && <p className="truncate border-l-2 border-line-strong pl-2">{block.text}</p>
            )}
          </>
        )
      }}
    />
  )
}

const remarkWords = ({ saidFrom }: ArticleThread) => {
  if (saidFrom === 'editor') return ''
  return saidFrom === 'ticket' ? 'Comment from ticket' : 'Comment from the public page'
}

const mostShown = 60
const shortened = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown).trimEnd()}…` : text)
