import { line } from './endpoint.ts'

/** A tag that is written. Lists of tags are typed with commas between them. Older tags may contain one. */
export const TagName = line(50)
  .min(1, 'Enter a tag')
  .refine((name) => !name.includes(','), 'A tag cannot contain a comma. Enter two tags instead.')
