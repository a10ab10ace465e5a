import type { ContentCategory } from '#contract/content/categories.ts'

export type Category = ContentCategory

export const categoriesPath = '/cms/categories'
export const newCategoryHref = '/cms/categories/create'
export const categoryHref = (id: string) => `/cms/categories/edit/${id}`
