import type { ArticleRow, Category, CategoryLine, Member } from './types.ts'

/**
 * Returns only the fields that the list uses. The HTML contains each field twice: as text and as data for hydration.
 */
export function articleRow(item: Partial<ArticleRow>): ArticleRow {
  // Only admins open these pages, and admins get all fields of an article.
  const article = item as ArticleRow
  const { id, title, language, category, labels, status, hasChanges, isLive, visibility } = article
  const { languages, owner, views, helpful, unhelpful, reviewEveryDays, isTrashed, updatedAt } = article
  return {
    ...{ id, title, language, category, labels, status, hasChanges, isLive, visibility },
    ...{ languages, owner, views, helpful, unhelpful, reviewEveryDays, isTrashed, updatedAt },
  }
}

export function categoryLines(categories: Category[]): CategoryLine[] {
  const depths = new Map<string, number>()
  return categories.map(({ id, parent, name, articleCount }) => {
    const depth = parent === null ? 0 : (depths.get(parent) ?? 0) + 1
    depths.set(id, depth)
    return { id, parent, name, articleCount, depth }
  })
}

export const articleMember = ({ id, name, surname, email, status, avatarUrl }: Member): Member => ({
  id,
  name,
  surname,
  email,
  status,
  avatarUrl,
})
