const longest = 50

/** The tags somebody typed, divided by commas, or what is wrong with them. */
export function readTags(text: string, noun = 'tag'): { tags: string[]; problem?: string } {
  const tags = [...new Set(text.split(',').map((tag) => tag.trim().toLowerCase()))].filter(Boolean)
  if (tags.length === 0) return { tags, problem: `Enter a ${noun}` }
  if (tags.some((tag) => tag.length > longest)) return { tags, problem: `A ${noun} has at most ${longest} characters` }
  return { tags }
}
