import { mayRead, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const findTitle = async (tx: WorkspaceTx, reader: Reader, articleId: string, language: string) =>
  (
    await tx
      .selectFrom('publishedTexts')
      .select('title')
      .where('articleId', '=', articleId)
      .where('language', '=', language)
      .where(mayRead(reader, 'published_texts'))
      .executeTakeFirst()
  )?.title
