import type { deleteContentCategory } from '#contract/content/categories.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Category } from './category-data.ts'

type DeleteOptions = { done: (to: string) => string; onDone: () => void }

/** Deletes a category. Its contents move to another one, or to `none`. */
export const useDelete = ({ id }: Category, { done, onDone }: DeleteOptions) =>
  useWrite(
    (to: string) =>
      ask<typeof deleteContentCategory>('DELETE', '/api/v1/content-categories/:id', { params: { id }, query: { to } }),
    { done: (_, to) => done(to), onAnswer: onDone },
  )
