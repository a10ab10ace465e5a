import { categoryCount } from './plant-content.ts'

type Next = () => { method: string; path: string }

/** Returns requests for entries in large steps, so that an entry repeats late. */
export function entriesBy(slugOf: (turn: number) => string, prefix = '/api/v1/content/posts'): Next {
  let turn = 0
  return () => {
    turn += 7919
    return { method: 'GET', path: `${prefix}/${slugOf(turn)}` }
  }
}

/** Returns requests for lists of twenty entries. Each list has a category and a time that no earlier request had. */
export function listsBy(entryCount: number, pathOf: (category: string, before: string) => string = listPath): Next {
  let turn = 0
  return () => {
    turn += 1
    const before = new Date(Date.now() - ((turn * 131) % (entryCount * 30)) * 1000).toISOString()
    return { method: 'GET', path: pathOf(`category-${turn % categoryCount}`, encodeURIComponent(before)) }
  }
}

const listPath = (category: string, before: string) =>
  `/api/v1/content/posts?filter[category.slug]=${category}&filter[publishedAt][lt]=${before}&sort=-publishedAt&limit=20`
