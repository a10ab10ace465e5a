import { fold } from '#server/search/words/fold.ts'

/** Upper and lower case and accents make no difference, so "Café" and "cafe" are one tag. */
const isSameTag = (one: string, other: string) => fold(one) === fold(other)

export const includesTag = (tags: readonly string[], tag: string) => tags.some((one) => isSameTag(one, tag))

/** Returns each tag once, as it is written first. */
export function distinctTags(tags: readonly string[]): string[] {
  const folded = tags.map(fold)
  return tags.filter((_, at) => folded.indexOf(folded[at]!) === at)
}

/** Returns the tags with another name for one of them, or without it if the name is null. */
export function replaceTag(tags: readonly string[], tag: string, name: string | null): string[] {
  if (name === null) return tags.filter((one) => !isSameTag(one, tag))
  return distinctTags(tags.map((one) => (isSameTag(one, tag) || isSameTag(one, name) ? name : one)))
}
