import type { ContentCategory } from '#contract/content/categories.ts'

export type Category = ContentCategory

export const categoriesPath = '/cms/categories'
export const newCategoryHref = '/cms/categories/create'
export const categoryHref = (id: string) => `/cms/categories/edit/${id}`

/** "Guides / Payroll" */
export function pathWords(categories: readonly Pick<Category, 'id' | 'parent' | 'name'>[], id: string): string {
  const names: string[] = []
  for (let at = categories.find((one) => one.id === id); at; at = categories.find((one) => one.id === at?.parent))
    names.unshift(at.name)
  return names.join(' / ')
}
